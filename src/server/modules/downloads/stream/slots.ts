import { createWaitingList } from '#server/platform/scheduling/fair-queue.ts'

/** A caller that waits for a slot. */
export interface Ticket {
  readonly accountId: number
  readonly downloadId: string
}

/** Position of a download in the queue. */
export interface QueuePlace {
  /** Idle: not requested now. */
  readonly state: 'waiting' | 'running' | 'idle'
  /** Downloads ahead of it. */
  readonly ahead: number
  /** Running downloads of all users. */
  readonly running: number
}

/** A FIFO queue with a limit of concurrent downloads, and half of it for one account. */
export interface Slots {
  /** Resolves to the release function. Rejects if the signal aborts first. */
  readonly acquire: (ticket: Ticket, signal: AbortSignal) => Promise<() => void>
  readonly placeOf: (ticket: Ticket) => QueuePlace
}

/** `size` downloads at once, half of them of one account; others wait in order of arrival. */
export function createSlots(size: number): Slots {
  const mostOfOne = Math.max(1, Math.ceil(size / 2))
  const running: Ticket[] = []
  const waiting = createWaitingList(start)

  function mayStart({ accountId }: Ticket): boolean {
    const own = running.filter((other) => other.accountId === accountId)
    return running.length < size && own.length < mostOfOne
  }

  function start(ticket: Ticket): () => void {
    running.push(ticket)
    return onceFree(() => {
      running.splice(running.indexOf(ticket), 1)
      for (const next of waiting.all()) if (mayStart(next.ticket)) next.begin()
    })
  }

  return {
    acquire: async (ticket, signal) => {
      signal.throwIfAborted()
      return mayStart(ticket) ? start(ticket) : waiting.wait(ticket, signal)
    },
    placeOf: ({ accountId, downloadId }) => {
      const isSame = (ticket: Ticket) => ticket.accountId === accountId && ticket.downloadId === downloadId
      const place = waiting.all().findIndex(({ ticket }) => isSame(ticket))
      const state = running.some(isSame) ? 'running' : place === -1 ? 'idle' : 'waiting'
      return { state, ahead: state === 'waiting' ? place : 0, running: running.length }
    },
  }
}

function onceFree(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
