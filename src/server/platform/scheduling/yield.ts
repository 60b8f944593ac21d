import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 5
/** For work that takes minutes and lets requests go first at each pause. */
const LONG_SLICE_MILLISECONDS = 10

export function createPause(signal?: AbortSignal): () => Promise<void> {
  return pauseBy(() => setImmediate(), SLICE_MILLISECONDS, signal)
}

function pauseBy(stand: () => Promise<void>, slice: number, signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < slice) return
    await stand()
    signal?.throwIfAborted()
    last = performance.now()
  }
}

/** Requests under way in this process whose time is limited: their callers wait. */
let waitedFor = 0
const resting = new Set<() => void>()

/** A request that takes longer does not wait for the event loop, but for the write lock, for example. */
const WAITED_MILLISECONDS_MAX = 500

/** Counts a request until the returned function is called. */
export function countWaitedFor(): () => void {
  waitedFor++
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    waitedFor--
    if (waitedFor === 0) for (const resume of resting) resume()
  }
  const timer = setTimeout(end, WAITED_MILLISECONDS_MAX).unref()
  return end
}

/** A request takes several turns of the event loop, each as long as a slice. */
const REST_MILLISECONDS_MAX = 60

/** For work that takes minutes: like createPause, but requests whose callers wait go first. */
export function createLongPause(signal?: AbortSignal): () => Promise<void> {
  return pauseBy(
    async () => {
      await setImmediate()
      if (waitedFor > 0) await rest()
    },
    LONG_SLICE_MILLISECONDS,
    signal,
  )
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer)
      resting.delete(resume)
      resolve()
    }
    const timer = setTimeout(resume, REST_MILLISECONDS_MAX)
    resting.add(resume)
  })
}

/** Items between two looks at the time, each a fraction of a microsecond. */
const ITEMS_AT_ONCE = 500

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
