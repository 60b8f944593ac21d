import type { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/process/runtime.ts'

/**
 * Logs unhandled rejections instead of ending the process. Requests got their response, and open transactions roll
 * back.
 */
export function logUnhandledRejections(process: Pick<EventEmitter, 'on'>, log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (error: unknown) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'unhandled rejection')
  })
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const
/** Killed after this time. */
const STOP_MILLISECONDS = 10_000

/** By a signal, because `process.exit` waits for running queries. */
export function kill(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Stops on SIGTERM or SIGINT; kills the process on a second signal, or when stopping takes too long. */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let isStopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (isStopping) kill()
      isStopping = true
      killAfter(STOP_MILLISECONDS, 'the server did not stop within its time and was killed')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ error: error instanceof Error ? error.stack : String(error) }, 'the server did not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

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
