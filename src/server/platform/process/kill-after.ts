import { Worker } from 'node:worker_threads'

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
