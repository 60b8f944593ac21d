import * as fc from 'fast-check'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { arbitraryBulk } from '#tests/prove/bulk/arbitrary-bulk.ts'
import { checkBulk, type CheckedBulk } from '#tests/prove/bulk/check-bulk.ts'
import { DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { Part } from '#tests/support/run-parts.ts'

export interface BulkPart extends Part {
  /** World n of the run has the seed `seed + n`. */
  readonly seed: number
  /** Of the whole run; worlds are evaluated to their end. */
  readonly definitions: number
  /** Milliseconds since 1970 after which no further world begins. */
  readonly until: number
  /** Ends after the first world with a failure. */
  readonly isOver: boolean
}

/** A world with its definitions. */
export interface WorldResult extends CheckedBulk {
  readonly seed: number
  readonly definitions: number
  /** How many comparisons failed; `failures` has the first. */
  readonly failed: number
}

/** Enough to find the cause; a failure has its whole world. */
const FAILURES_OF_WORLD = 3
const FAILED_WORLDS_MAX = 10

/** Evaluates worlds until this part of the definitions is done. */
export async function runBulkPart(part: BulkPart, take: (result: WorldResult) => void): Promise<void> {
  const { place, total, seed, definitions, until, isOver } = part
  const engine = await DatabaseEngine.on(await openDatabase(':memory:'))
  // Tables of a hundred rows: further threads only wait.
  await engine.connection.run('SET threads = 1')
  let left = Math.ceil(definitions / total)
  let failedWorlds = 0
  for (let nth = place; left > 0 && Date.now() < until; nth += total) {
    const result = await checkWorld(engine, seed + nth)
    take(result)
    left -= result.definitions
    if (result.failed > 0) failedWorlds++
    if (failedWorlds >= (isOver ? 1 : FAILED_WORLDS_MAX)) break
  }
  engine.connection.close()
  engine.database.close()
}

async function checkWorld(engine: DatabaseEngine, seed: number): Promise<WorldResult> {
  const [bulk] = fc.sample(arbitraryBulk, { seed, numRuns: 1 })
  if (!bulk) throw new Error('No world was generated.')
  await engine.load(bulk.world)
  const { cases, failures } = await checkBulk(engine, bulk)
  return {
    seed,
    definitions: bulk.definitions.length,
    cases,
    failed: failures.length,
    failures: failures.slice(0, FAILURES_OF_WORLD),
  }
}
