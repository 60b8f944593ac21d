import { setImmediate } from 'node:timers/promises'

const AT_ONCE_MILLISECONDS = 25

export function createPause(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < AT_ONCE_MILLISECONDS) return
    await setImmediate()
    signal?.throwIfAborted()
    last = performance.now()
  }
}
