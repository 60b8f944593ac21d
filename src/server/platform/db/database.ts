import * as v from 'valibot'
import type { ChangeCount } from '#server/platform/db/duckdb/change-count.ts'
import { endWith, untilEnd } from '#server/platform/db/connection-pool.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import type { RowSource } from '#server/platform/db/row-source.ts'
import type { Statement } from '#server/platform/db/sql.ts'

/** A connection to a database, whichever kind it is; what it sends is read by the schemas of those who ask. */
export interface Connection {
  /** What its kind of database says in words of its own. */
  readonly dialect: Dialect
  /** Runs a statement; answers how many rows it changed. */
  readonly run: (statement: Statement) => Promise<number>
  /** The rows of a query by the names of their columns, some at a time. */
  readonly rows: (statement: Statement) => AsyncIterable<readonly unknown[]>
  /** The same as columns. */
  readonly columns: (statement: Statement) => AsyncIterable<readonly (readonly unknown[])[]>
  /** The rows of a query of few, by a plan that is kept for the next time. */
  readonly preparedRows: (statement: Statement) => Promise<readonly unknown[]>
  /** The same of very many rows, of which few are held at once. */
  readonly streamedRows: (statement: Statement) => AsyncIterable<readonly unknown[]>
  /**
   * Begins a query whose one column is bytes. What it answers gives those of the next rows, each by itself, or null after
   * the last; few are made before they are asked for. To be used within a transaction.
   */
  readonly openBytes: (statement: Statement) => Promise<() => Promise<readonly Uint8Array[] | null>>
  /** Adds rows to a table, which is many times faster than INSERT; `pause` is called now and then. */
  readonly append: (table: string, rows: RowSource, pause: () => Promise<void>) => Promise<void>
  /** Ends what it runs at the moment, which then fails. */
  readonly interrupt: () => void
  readonly close: () => void
  /** Closes it in the middle of a transaction, which is undone; frees what a result not read to its end holds. */
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

/** Runs `work` on a connection of its own: everything that it did is kept, or after an exception nothing. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return database.withConnection((connection) => countedTransaction(database, connection, work))
}

/** A transaction that is counted as a change within it, and as acknowledged once it is on disk. */
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

/** Runs `work` in a transaction of the connection: everything that it did is kept, or after an exception nothing. */
export async function transaction<Result>(
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  await connection.run('BEGIN TRANSACTION')
  try {
    const result = await work(connection)
    // What has taken too long is not kept; once it is being committed nothing ends it.
    await untilEnd(connection, () => Promise.resolve())
    endWith(connection, null)
    await connection.run('COMMIT')
    return result
  } catch (error) {
    endWith(connection, null)
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const turns = new WeakMap<Database, Promise<unknown>>()
const over = new WeakSet<Database>()

/**
 * A transaction that waits for the ones begun before it in the same way, so that two requests never change the same
 * rows at once. An import takes its turn only to store what it has read.
 */
export function inTurn<Result>(database: Database, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  if (over.has(database)) return Promise.reject(new Error('The server is stopping.'))
  const before = turns.get(database) ?? Promise.resolve()
  const own = before
    .catch(() => undefined)
    .then(() => database.withTurn((connection) => countedTransaction(database, connection, work)))
  turns.set(database, own)
  return own
}

/** Lets nobody take a turn any more; gives when those that were taken are over. */
export async function endTurns(database: Database): Promise<void> {
  over.add(database)
  await turns.get(database)?.catch(() => undefined)
}
