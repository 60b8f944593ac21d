import type { Database } from '#server/platform/db/database.ts'
import { createWaitingList } from '#server/platform/scheduling/fair-queue.ts'

/** Share of the database's memory for statements of downloads. */
const MEMORY_SHARE = 1 / 3
/** Maximum bytes of a statement of weight 1 (statement-chunks). */
const BYTES_OF_STATEMENT = 130 * 1024 * 1024

/** A weighted semaphore: statements of downloads stay within their share of memory. */
export interface StatementShares {
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
