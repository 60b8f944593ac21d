import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { MEMORY } from '#server/platform/db/duckdb/open.ts'
import { literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** The maximum size of tables that no statement reads; the least recently used are dropped beyond it. */
const BYTES_MAX = 128 * 1024 * 1024

/** DuckDB allocates a column for at least so many rows. */
const LEAST_ROWS = 2_048

/** How a table is made: its rows, and the bytes that one of them takes. */
export interface TableInMemory {
  readonly select: Sql
  readonly bytesOfRow: Sql
  /** An aggregate: how many individuals its rows stand for, where that is not one each. */
  readonly people?: Sql
}

/** A cache of tables in memory, made when first read, evicted by size. */
export interface TablesInMemory {
  /** The name in SQL of the table with this key; it is there only within `hold`. */
  readonly nameOf: (key: string) => string
  /** Runs `work` while all of the tables are there; each is made where it is not yet. Answers how many people each is of. */
  readonly hold: <Result>(
    wanted: ReadonlyMap<string, TableInMemory>,
    work: (people: ReadonlyMap<string, number>) => Promise<Result>,
  ) => Promise<Result>
}

interface Size {
  readonly people: number
  readonly bytes: number
}

interface Entry {
  readonly name: string
  made: Promise<Size> | null
  bytes: number
  readers: number
}

/** Caches tables up to a size; evicts the least recently used first, never one that is being read. */
export function createTablesInMemory(database: Database, bytesMax = BYTES_MAX): TablesInMemory {
  const names = new Map<string, string>()
  /** In the order of use, the most recent last. */
  const entries = new Map<string, Entry>()

  const nameOf = (key: string) => {
    const name = names.get(key) ?? `${MEMORY}.t${randomUUID().replaceAll('-', '')}`
    names.set(key, name)
    return name
  }

  function enter(key: string): Entry {
    const entry = entries.get(key) ?? { name: nameOf(key), made: null, bytes: 0, readers: 0 }
    entries.delete(key)
    entries.set(key, entry)
    entry.readers++
    return entry
  }

  async function makeOnce(key: string, entry: Entry, table: TableInMemory): Promise<Size> {
    entry.made ??= database.withConnection((connection) => make(connection, entry.name, table))
    try {
      const size = await entry.made
      entry.bytes = size.bytes
      return size
    } catch (error) {
      if (entries.get(key) === entry) forget(key)
      throw error
    }
  }

  async function leave(held: ReadonlyMap<string, Entry>): Promise<void> {
    for (const entry of held.values()) entry.readers--
    let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    for (const [key, entry] of entries) {
      if (bytes <= bytesMax) break
      if (entry.readers > 0) continue
      bytes -= entry.bytes
      forget(key)
      await database.withConnection((connection) => connection.run(`DROP TABLE IF EXISTS ${entry.name}`))
    }
  }

  /** The next reader makes the table anew under another name: the old one may not be dropped yet. */
  function forget(key: string): void {
    entries.delete(key)
    names.delete(key)
  }

  async function hold<Result>(
    wanted: ReadonlyMap<string, TableInMemory>,
    work: (people: ReadonlyMap<string, number>) => Promise<Result>,
  ): Promise<Result> {
    const held = new Map<string, Entry>()
    const people = new Map<string, number>()
    // All are entered at once, so that no cached table is evicted while the others are made.
    for (const key of wanted.keys()) held.set(key, enter(key))
    try {
      for (const [key, table] of wanted) {
        const entry = held.get(key)
        // One after the other, to leave connections for other requests.
        if (entry) people.set(key, (await makeOnce(key, entry, table)).people)
      }
      return await work(people)
    } finally {
      await leave(held)
    }
  }

  return { nameOf, hold }
}

const SizeRow = v.object({ people: v.number(), bytes: v.number() })

async function make(
  connection: Connection,
  name: string,
  { select, bytesOfRow, people = sql`count(*)` }: TableInMemory,
): Promise<Size> {
  await connection.run(sql`CREATE TABLE ${raw(name)} AS ${select}`)
  const [size] = await rowsOf(
    connection,
    SizeRow,
    sql`SELECT CAST(coalesce(${people}, 0) AS INTEGER) AS people,
            CAST(coalesce(avg(${bytesOfRow}) * greatest(count(*), ${literal(LEAST_ROWS)}), 0) AS DOUBLE) AS bytes
     FROM ${raw(name)}`,
  )
  return size ?? { people: 0, bytes: 0 }
}
