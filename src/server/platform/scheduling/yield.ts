import { setImmediate } from 'node:timers/promises'

const AT_ONCE_MILLISECONDS = 25

/**
 * What long work calls often, so that the server goes on answering meanwhile: it lets others run once some time has
 * passed, and throws the signal's reason where the work was cancelled.
 */
export function createPause(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < AT_ONCE_MILLISECONDS) return
    await setImmediate()
    signal?.throwIfAborted()
    last = performance.now()
  }
}
