import * as v from 'valibot'
import type { Dialect } from '#server/platform/db/dialect.ts'
import type { ChangeCount } from '#server/platform/db/duckdb/change-count.ts'
import { ofRequest, uninterrupted, type Scope } from '#server/platform/db/scope.ts'
import type { Statement } from '#server/platform/db/sql.ts'

/** Column types whose names both databases share. */
export type ColumnType = 'INTEGER' | 'FLOAT8' | 'BOOLEAN' | 'TEXT' | 'TEXT[]' | 'DATE'

/** A date is given as text. */
export type CellValue = string | number | boolean | null | readonly string[]

/** Rows of a table by column. The columns are all those of the table. */
export interface RowSource {
  readonly types: readonly ColumnType[]
  readonly rowCount: number
  readonly values: (column: number, from: number, to: number) => readonly CellValue[]
}

/** Batch size for reading and appending: a DuckDB vector. */
export const ROWS_AT_ONCE = 2048

/** A column to append: its type and all its values. */
interface Column {
  readonly type: ColumnType
  readonly values: readonly CellValue[]
}

/** Adds rows given by column. The columns are all those of the table. */
export function appendColumns(connection: Connection, table: string, columns: readonly Column[]): Promise<void> {
  const rows = {
    types: columns.map(({ type }) => type),
    rowCount: columns[0]?.values.length ?? 0,
    values: (column: number, from: number, to: number) => columns[column]?.values.slice(from, to) ?? [],
  }
  return connection.append(table, rows, () => Promise.resolve())
}

/** A connection to a database of either kind within the scope of a request; every function that reads data takes one. */
export interface Connection {
  readonly dialect: Dialect
  readonly scope: Scope
  /** The same connection in another scope. */
  readonly scoped: (scope: Scope) => Connection
  /** Runs a statement; returns how many rows it changed. */
  readonly run: (statement: Statement) => Promise<number>
  /** The rows of a query by column name, in batches. */
  readonly rows: (statement: Statement) => AsyncIterable<readonly unknown[]>
  /** Reads the rows of a query as columns, in batches, of which few are in memory at once. */
  readonly readColumns: (statement: Statement, begin: () => TakeColumns) => Promise<void>
  /** All rows of a query by a cached plan. */
  readonly preparedRows: (statement: Statement) => Promise<readonly unknown[]>
  /** The rows of a query of any size, in batches, of which few are in memory at once. */
  readonly streamedRows: (statement: Statement) => AsyncIterable<readonly unknown[]>
  /**
   * Begins a query with one column of bytes, within a transaction. The function that it returns reads the next batch,
   * null after the last.
   */
  readonly openBytes: (statement: Statement) => Promise<() => Promise<readonly Uint8Array[] | null>>
  /** The rows of a query as lines of CSV (RFC 4180) with an end; only where the dialect `copiesCsv`. */
  readonly csvLines: (statement: Statement, end: string) => Promise<readonly Uint8Array[]>
  /** Appends rows many times faster than INSERT; `pause` is called at intervals to yield. */
  readonly append: (table: string, rows: RowSource, pause: () => Promise<void>) => Promise<void>
  /** Aborts the statement that runs, which then fails. Resolves when it no longer ends a later one; never rejects. */
  readonly interrupt: () => Promise<void>
  readonly close: () => void
  /** Rolls back its transaction and closes it; frees the memory of a result that was not read to its end. */
  readonly abandon: () => Promise<void>
}

/** Takes a batch of columns. */
export type TakeColumns = (columns: readonly (readonly unknown[])[]) => void

/** An open database. */
export interface Database {
  readonly kind: 'DuckDB' | 'PostgreSQL'
  /** Name and version of the database engine. */
  readonly version: string
  /** Its file; for PostgreSQL, a path in the data folder beside which scratch files are made. */
  readonly path: string
  /** Whether a database in memory is attached, for the column cache (tables-in-memory). */
  readonly hasMemoryBeside: boolean
  readonly connect: () => Promise<Connection>
  /** Leases a connection: opening one for every request would cost more than most queries. */
  readonly withConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /**
   * Leases a connection to the holder of the write lock: those of `withConnection` may all be leased to requests that
   * wait for the lock.
   */
  readonly withSecondConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Leases a connection under the write lock, which is exclusive across all servers. */
  readonly withLockedConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Checkpoints acknowledged changes. */
  readonly flush: () => Promise<void>
  /** Adapts the memory limit to the present size of the database, and returns freed memory to the operating system. */
  readonly fitMemory: () => Promise<void>
  /** Counts changes, to detect lost ones; null where the database does so itself. */
  readonly changes: ChangeCount | null
  /** Memory limit in bytes on this machine; Infinity for a remote database. */
  readonly memoryLimit: () => number
  /** Interrupts all statements of this process; resolves when none runs. */
  readonly endCalls: () => Promise<void>
  readonly close: () => void
}

/** Rows of a query, each parsed by the schema. */
export async function rowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  statement: Statement,
): Promise<v.InferOutput<Schema>[]> {
  const rows: v.InferOutput<Schema>[] = []
  // In batches: reading tens of thousands of rows at once would block the event loop.
  for await (const some of connection.rows(statement)) rows.push(...v.parse(v.array(row), some))
  return rows
}

/** A column of numbers, and one of texts: validated as a whole, in a fraction of the time of validating rows. */
export const Numbers = v.custom<readonly number[]>(
  (column) => Array.isArray(column) && column.every((value) => typeof value === 'number'),
)
export const Texts = v.custom<readonly (string | null)[]>(
  (column) => Array.isArray(column) && column.every((value) => value === null || typeof value === 'string'),
)

/**
 * Reads a large result in batches of columns: an object for each row would take longer. `begin` returns what takes the
 * batches. It is called again if the statement is repeated, and forgets the batches of before.
 */
export function eachColumns<Schema extends v.GenericSchema>(
  connection: Connection,
  columns: Schema,
  statement: Statement,
  begin: () => (columns: v.InferOutput<Schema>) => void,
): Promise<void> {
  return connection.readColumns(statement, () => {
    const take = begin()
    return (some) => take(v.parse(columns, some))
  })
}

/**
 * Rows of a frequent statement with expensive planning: its plan is cached by its text. A rare statement would keep its
 * tables in memory, even after they are dropped. Conditions must be on bound values alone: DuckDB replans for those,
 * but keeps a plan that constants in the text have shaped. Without a bound value, a statement may not sort, group or
 * join: the kept plan packs numbers by the statistics of the time, and later returns random memory.
 */
export async function preparedRowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  statement: Statement,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.array(row), await connection.preparedRows(statement))
}

/** Runs `work` in a transaction of its own connection. The signal aborts it until the commit. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  return database.withConnection((leased) => countedTransaction(database, limitedBy(leased, signal), work))
}

export function limitedBy(connection: Connection, signal: AbortSignal | null): Connection {
  return signal === null ? connection : ofRequest(connection, signal)
}

/** A transaction that is counted as a change, and acknowledged after the commit. */
export async function countedTransaction<Result>(
  { changes }: Database,
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (changes === null) return transaction(connection, work)
  const result = await transaction(connection, async (tx) => {
    const done = await work(tx)
    await changes.count(tx)
    return done
  })
  changes.acknowledge()
  return result
}

/** Rolls back after an exception. */
export async function transaction<Result>(
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  // The signal aborts the work, never BEGIN, COMMIT or ROLLBACK.
  const around = uninterrupted(connection)
  await around.run('BEGIN TRANSACTION')
  try {
    const result = await work(connection)
    connection.scope.signal?.throwIfAborted()
    await around.run('COMMIT')
    return result
  } catch (error) {
    await around.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}
