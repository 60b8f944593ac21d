import type { Database } from '#server/platform/db/database.ts'
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
    const ofAccount = running.filter((other) => other.accountId === accountId)
    return running.length < size && ofAccount.length < mostOfOne
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

/** Share of the database's memory for statements of downloads. */
const MEMORY_SHARE = 1 / 3

/** Maximum bytes of a statement of weight 1 (statement-chunks). */
const BYTES_OF_STATEMENT = 130 * 1024 * 1024

/** A weighted semaphore: statements of downloads stay within their share of memory. */
interface StatementShares {
  /**
   * Runs `work` when its weight is free, in order of arrival; rejects if the signal aborts first. A weight above the
   * limit runs alone.
   */
  readonly run: <Result>(weight: number, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

export function createStatementShares(shares: () => number): StatementShares {
  let taken = 0
  const waiting = createWaitingList<number, void>((weight) => void (taken += weight))
  const isFree = (weight: number) => taken === 0 || taken + weight <= shares()

  return {
    run: async (weight, signal, work) => {
      signal.throwIfAborted()
      if (waiting.all().length === 0 && isFree(weight)) taken += weight
      else await waiting.wait(weight, signal)
      try {
        return await work()
      } finally {
        taken -= weight
        for (const next of waiting.all()) {
          if (!isFree(next.ticket)) break
          next.begin()
        }
      }
    },
  }
}

const sharesOf = new WeakMap<Database, StatementShares>()

/** Shares of a DuckDB database's memory; a PostgreSQL server has its own limits. */
export function statementShares(database: Database): StatementShares {
  const known =
    sharesOf.get(database) ??
    createStatementShares(() => Math.max(1, Math.floor((database.memoryLimit() * MEMORY_SHARE) / BYTES_OF_STATEMENT)))
  sharesOf.set(database, known)
  return known
}
