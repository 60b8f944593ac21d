import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 10

export function createPause(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < SLICE_MILLISECONDS) return
    await setImmediate()
    signal?.throwIfAborted()
    last = performance.now()
  }
}

/** Items between two looks at the time, each a fraction of a microsecond. */
const ITEMS_AT_ONCE = 2_000

/** Calls `work` for each item, with pauses. */
export async function eachWithPauses<Item>(
  items: readonly Item[],
  pause: () => Promise<void>,
  work: (item: Item) => void,
): Promise<void> {
  for (const [place, item] of items.entries()) {
    if (place % ITEMS_AT_ONCE === 0) await pause()
    work(item)
  }
}

/** The results of `work` for each item, a pause after each that took long. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const pause = createPause()
  const results: Result[] = []
  for (const item of items) {
    results.push(work(item))
    await pause()
  }
  return results
}
