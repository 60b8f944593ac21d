import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { MEMORY } from '#server/platform/db/duckdb/open.ts'
import { literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Bytes of tables without readers. Beyond it, the least recently used tables are dropped. */
const BYTES_MAX = 128 * 1024 * 1024

/** DuckDB allocates a column in blocks of 2,048 rows. */
const BLOCK_ROWS = 2_048

/** How a table is created: its rows, and the bytes of one row. */
export interface TableInMemory {
  readonly select: Sql
  readonly bytesOfRow: Sql
  /** SQL aggregate for the number of participants, where a row is not one participant. */
  readonly participants?: Sql
}

export interface TablesInMemory {
  /** SQL name of the table with this key; valid within `hold` only. */
  readonly nameOf: (key: string) => string
  /** Runs `work` while all of the tables exist; creates the missing ones. Passes the number of participants of each. */
  readonly lease: <Result>(
    requested: ReadonlyMap<string, TableInMemory>,
    work: (participants: ReadonlyMap<string, number>) => Promise<Result>,
  ) => Promise<Result>
}

interface Size {
  readonly participants: number
  readonly bytes: number
}

interface Entry {
  readonly name: string
  made: Promise<Size> | null
  bytes: number
  readers: number
}

/** An LRU cache of tables, limited by bytes. Tables in use are never evicted. */
export function createTablesInMemory(database: Database, bytesMax = BYTES_MAX): TablesInMemory {
  const names = new Map<string, string>()
  /** The most recently used entry is last. */
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

  async function createOnce(key: string, entry: Entry, table: TableInMemory): Promise<Size> {
    entry.made ??= database.withConnection((connection) => make(connection, entry.name, table))
    try {
      const size = await entry.made
      entry.bytes = size.bytes
      return size
    } catch (error) {
      if (entries.get(key) === entry) evict(key)
      throw error
    }
  }

  async function leave(leased: ReadonlyMap<string, Entry>): Promise<void> {
    for (const entry of leased.values()) entry.readers--
    let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    for (const [key, entry] of entries) {
      if (bytes <= bytesMax) break
      if (entry.readers > 0) continue
      bytes -= entry.bytes
      evict(key)
      await database.withConnection((connection) => connection.run(`DROP TABLE IF EXISTS ${entry.name}`))
    }
  }

  /** The next reader creates the table under another name, because the old one may still exist. */
  function evict(key: string): void {
    entries.delete(key)
    names.delete(key)
  }

  async function lease<Result>(
    requested: ReadonlyMap<string, TableInMemory>,
    work: (participants: ReadonlyMap<string, number>) => Promise<Result>,
  ): Promise<Result> {
    const leased = new Map<string, Entry>()
    const participants = new Map<string, number>()
    // All are entered at once, so that creating one table evicts none of the others.
    for (const key of requested.keys()) leased.set(key, enter(key))
    try {
      for (const [key, table] of requested) {
        const entry = leased.get(key)
        // Sequential, to leave connections for other requests.
        if (entry) participants.set(key, (await createOnce(key, entry, table)).participants)
      }
      return await work(participants)
    } finally {
      await leave(leased)
    }
  }

  return { nameOf, lease }
}

const SizeRow = v.object({ participants: v.number(), bytes: v.number() })

async function make(
  connection: Connection,
  name: string,
  { select, bytesOfRow, participants = sql`count(*)` }: TableInMemory,
): Promise<Size> {
  await connection.run(sql`CREATE TABLE ${raw(name)} AS ${select}`)
  const [size] = await rowsOf(
    connection,
    SizeRow,
    sql`SELECT CAST(coalesce(${participants}, 0) AS INTEGER) AS participants,
            CAST(coalesce(avg(${bytesOfRow}) * greatest(count(*), ${literal(BLOCK_ROWS)}), 0) AS DOUBLE) AS bytes
     FROM ${raw(name)}`,
  )
  return size ?? { participants: 0, bytes: 0 }
}
