import { Worker } from 'node:worker_threads'
import type { EventEmitter } from 'node:events'
import type { Log } from '#server/platform/process/runtime.ts'

/** CommonJS, because workers from a string are CommonJS. */
const SOURCE = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
setTimeout(() => {
  const { message } = workerData
  writeSync(2, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg: message }) + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, workerData.milliseconds)
`

/** Kills the process from a worker after so many milliseconds, even if the main thread is blocked. */
export function killAfter(milliseconds: number, message: string): void {
  new Worker(SOURCE, { eval: true, execArgv: [], workerData: { milliseconds, message } }).unref()
}

/**
 * Logs unhandled rejections instead of ending the process. Requests got their response, and open transactions roll
 * back.
 */
export function logUnhandledRejections(process: Pick<EventEmitter, 'on'>, log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (error: unknown) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'unhandled rejection')
  })
}
