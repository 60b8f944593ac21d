/** So many at once; the others wait in the order in which they came. */
export interface Slots {
  /** Resolves to the function that gives the slot back. Rejects where the signal aborts first. */
  readonly take: (signal: AbortSignal) => Promise<() => void>
}

export function createSlots(size: number): Slots {
  let free = size
  const waiting: (() => void)[] = []

  function giveBack(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    take: async (signal) => {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return once(giveBack)
      }
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(begin), 1)
          reject(signal.reason)
        }
        waiting.push(begin)
        signal.addEventListener('abort', leave, { once: true })
      })
      return once(giveBack)
    },
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
