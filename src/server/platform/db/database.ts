import * as v from 'valibot'
import type { ChangeCount } from '#server/platform/db/duckdb/change-count.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import type { RowSource } from '#server/platform/db/row-source.ts'
import { abortedBy, uninterrupted, type Scope } from '#server/platform/db/scope.ts'
import type { Statement } from '#server/platform/db/sql.ts'

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
  /** The rows of a query as columns, in batches. */
  readonly columns: (statement: Statement) => AsyncIterable<readonly (readonly unknown[])[]>
  /** All rows of a query by a cached plan. */
  readonly preparedRows: (statement: Statement) => Promise<readonly unknown[]>
  /** The rows of a query of any size, in batches, of which few are in memory at once. */
  readonly streamedRows: (statement: Statement) => AsyncIterable<readonly unknown[]>
  /**
   * Begins a query with one column of bytes, within a transaction. The function that it returns reads the next batch,
   * null after the last.
   */
  readonly openBytes: (statement: Statement) => Promise<() => Promise<readonly Uint8Array[] | null>>
  /** Adds rows to a table, which is many times faster than INSERT; `pause` is called now and then. */
  readonly append: (table: string, rows: RowSource, pause: () => Promise<void>) => Promise<void>
  /** Aborts the statement that runs, which then fails. */
  readonly interrupt: () => void
  readonly close: () => void
  /** Rolls back its transaction and closes it; frees the memory of a result that was not read to its end. */
  readonly abandon: () => Promise<void>
}

/** An open database. Reads may share connections; each transaction needs one of its own. */
export interface Database {
  readonly kind: Dialect['name']
  /** The name and the version of what runs it. */
  readonly version: string
  /** Its file. Of a database elsewhere, one in the folder beside which this program lays what it makes for a while. */
  readonly path: string
  /** Whether a database in memory stands beside it, in which copies of its tables can be kept (tables-in-memory). */
  readonly hasMemoryBeside: boolean
  readonly connect: () => Promise<Connection>
  /** Lends a connection for as long as the work lasts: making one for every request would cost more than most queries. */
  readonly withConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Lends a connection while nobody else, of whichever server, has one in this way. */
  readonly withTurn: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Writes what was acknowledged to where it is to stay, where that is not done yet. */
  readonly flush: () => Promise<void>
  /** Lets it take the memory that suits the size it has now: it was opened with what suited it then. */
  readonly fitMemory: () => Promise<void>
  /** Counts changes, so that lost ones are noticed; null where the database takes care of that itself. */
  readonly changes: ChangeCount | null
  /** Bytes of memory that it may take of this machine; Infinity where it takes them elsewhere. */
  readonly memoryLimit: () => number
  /** Interrupts what runs in this process; resolves when nothing does. */
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
  // Some at a time: reading tens of thousands at once would keep everybody else's calls waiting.
  for await (const some of connection.rows(statement)) rows.push(...v.parse(v.array(row), some))
  return rows
}

/** A column of numbers, and one of texts: looked at as a whole, at a fraction of the time of looking at rows. */
export const Numbers = v.custom<readonly number[]>(
  (given) => Array.isArray(given) && given.every((value) => typeof value === 'number'),
)
export const Texts = v.custom<readonly (string | null)[]>(
  (given) => Array.isArray(given) && given.every((value) => value === null || typeof value === 'string'),
)

/** Hands on the rows of a query that may have very many, some at a time as columns: objects for them would take longer. */
export async function eachColumns<Schema extends v.GenericSchema>(
  connection: Connection,
  columns: Schema,
  statement: Statement,
  take: (columns: v.InferOutput<Schema>) => void,
): Promise<void> {
  for await (const some of connection.columns(statement)) take(v.parse(columns, some))
}

/**
 * The rows of a frequent statement whose planning takes longer than running it: its plan is cached by its text. A rare
 * statement would keep what it reads in memory, even after that was dropped. Conditions must be on bound values alone:
 * DuckDB replans for those, but keeps a plan that constants in the text have shaped.
 */
export async function preparedRowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  statement: Statement,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.array(row), await connection.preparedRows(statement))
}

/** Runs `work` in a transaction of a connection of its own, which the signal aborts until it is being committed. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  return database.withConnection((lent) => countedTransaction(database, limitedBy(lent, signal), work))
}

function limitedBy(connection: Connection, signal: AbortSignal | null): Connection {
  return signal === null ? connection : abortedBy(connection, signal)
}

/** A transaction that counts as a change within it, and is acknowledged once it is on disk. */
async function countedTransaction<Result>(
  { changes }: Database,
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (changes === null) return transaction(connection, work)
  const result = await transaction(connection, async (own) => {
    const done = await work(own)
    await changes.count(own)
    return done
  })
  changes.acknowledge()
  return result
}

/** Runs `work` in a transaction of the connection, which is rolled back after an exception. */
export async function transaction<Result>(
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  // A signal aborts the work, never the statements around it.
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

const turns = new WeakMap<Database, Promise<unknown>>()
const over = new WeakSet<Database>()

/**
 * A transaction that waits for the ones begun before it in the same way, so that two requests never change the same
 * rows at once. An import takes its turn only to store what it has read.
 */
export function inTurn<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  signal: AbortSignal | null = null,
): Promise<Result> {
  if (over.has(database)) return Promise.reject(new Error('The server is stopping.'))
  const before = turns.get(database) ?? Promise.resolve()
  const own = before
    .catch(() => undefined)
    .then(() => database.withTurn((lent) => countedTransaction(database, limitedBy(lent, signal), work)))
  turns.set(database, own)
  return own
}

/** Lets nobody take a turn any more; gives when those that were taken are over. */
export async function endTurns(database: Database): Promise<void> {
  over.add(database)
  await turns.get(database)?.catch(() => undefined)
}
