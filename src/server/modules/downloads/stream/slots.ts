import { createWaitingList } from '#server/platform/scheduling/waiting-list.ts'

/** Who asks for a slot, and for what. */
export interface Ticket {
  readonly accountId: number
  readonly downloadId: string
}

/** How far somebody's download is in the queue. */
export interface QueuePlace {
  /** Idle: nobody asks for that file now. */
  readonly state: 'waiting' | 'running' | 'idle'
  /** How many wait before it. */
  readonly ahead: number
  /** How many run, of all users. */
  readonly running: number
}

/** So many at once; the others wait in the order in which they came, and nobody has all of the slots. */
export interface Slots {
  /** Resolves to the function that gives the slot back. Rejects where the signal aborts first. */
  readonly take: (ticket: Ticket, signal: AbortSignal) => Promise<() => void>
  readonly placeOf: (ticket: Ticket) => QueuePlace
}

/** So many downloads at once, of one account half of them; the others wait in the order of their coming. */
export function createSlots(size: number): Slots {
  const mostOfOne = Math.max(1, Math.ceil(size / 2))
  const running: Ticket[] = []
  const waiting = createWaitingList(begin)

  function mayBegin({ accountId }: Ticket): boolean {
    const own = running.filter((other) => other.accountId === accountId)
    return running.length < size && own.length < mostOfOne
  }

  function begin(ticket: Ticket): () => void {
    running.push(ticket)
    return once(() => {
      running.splice(running.indexOf(ticket), 1)
      for (const next of waiting.all()) if (mayBegin(next.ticket)) next.begin()
    })
  }

  return {
    take: async (ticket, signal) => {
      signal.throwIfAborted()
      return mayBegin(ticket) ? begin(ticket) : waiting.wait(ticket, signal)
    },
    placeOf: (asked) => {
      const isAsked = (ticket: Ticket) => ticket.accountId === asked.accountId && ticket.downloadId === asked.downloadId
      const place = waiting.all().findIndex(({ ticket }) => isAsked(ticket))
      const state = running.some(isAsked) ? 'running' : place === -1 ? 'idle' : 'waiting'
      return { state, ahead: state === 'waiting' ? place : 0, running: running.length }
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
