import * as fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import type { Reader } from '#domain/access.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'

interface MemoryEngine {
  readonly database: Database
  readonly connection: Connection
  readonly bitmaps: BitmapEngine
}

/** A DuckDB in memory for the tests of a file, with a connection and the engine; readable within the tests. */
export function memoryEngine(): MemoryEngine {
  let opened: MemoryEngine | null = null
  const engine = (): MemoryEngine => {
    if (!opened) throw new Error('The database opens before the first test.')
    return opened
  }
  beforeAll(async () => {
    const database = await openDatabase(':memory:')
    opened = { database, connection: await database.connect(), bitmaps: bitmapsOf(database) }
  })
  afterAll(() => engine().database.close())
  return {
    get database() {
      return engine().database
    },
    get connection() {
      return engine().connection
    },
    get bitmaps() {
      return engine().bitmaps
    },
  }
}

/** An administrator, a reader of two collections, and one of none. */
export const arbitraryReader: fc.Arbitrary<Reader> = fc.constantFrom<Reader>(
  { isAdmin: true, collections: [] },
  { isAdmin: false, collections: ['bp', 'sz'] },
  { isAdmin: false, collections: [] },
)
