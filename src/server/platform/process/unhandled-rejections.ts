import type { EventEmitter } from 'node:events'
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
