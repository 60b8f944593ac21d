import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 25

export function createPause(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < SLICE_MILLISECONDS) return
    await setImmediate()
    signal?.throwIfAborted()
    last = performance.now()
  }
}
