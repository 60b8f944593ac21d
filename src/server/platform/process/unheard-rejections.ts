import type { EventEmitter } from 'node:events'
import type { Log } from '#server/platform/process/runtime.ts'

/**
 * Logs what was rejected and awaited by nobody: of itself it would end the process, and with it everybody's calls. Nobody
 * was answered by it, and what a transaction did not finish it has undone.
 */
export function logUnheardRejections(process: Pick<EventEmitter, 'on'>, log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (error: unknown) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'rejected, and awaited by nobody')
  })
}
