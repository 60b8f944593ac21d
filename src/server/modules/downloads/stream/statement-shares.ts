import type { Database } from '#server/platform/db/database.ts'
import { createWaitingList } from '#server/platform/scheduling/waiting-list.ts'

/** Of the database's memory, the part that the statements of downloads may take together. */
const PART_OF_MEMORY = 1 / 3
/** What a statement of weight 1 takes at most (statement-chunks). */
const BYTES_OF_STATEMENT = 130 * 1024 * 1024

/** Runs statements of downloads so that together they take no more memory than there is for them. */
export interface StatementShares {
  /** Runs `work` when its share is free, in the order of asking; rejects where the signal aborts before. */
  readonly run: <Result>(weight: number, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

/** So many shares; what weighs more than all of them runs alone. */
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

/** The shares of a database's memory; where it is not this process's there is no limit. */
export function statementShares(database: Database): StatementShares {
  const known =
    sharesOf.get(database) ??
    createStatementShares(() => Math.max(1, Math.floor((database.memoryLimit() * PART_OF_MEMORY) / BYTES_OF_STATEMENT)))
  sharesOf.set(database, known)
  return known
}
