import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import * as v from 'valibot'
import { createConnectionPool } from '#server/storage/connection-pool.ts'
import { migrate } from '#server/storage/migrate.ts'
import { runPrepared } from '#server/storage/prepared-statements.ts'

/** The name of the database in memory that stands beside the file's; it begins empty. */
export const MEMORY = 'in_memory'

export type Connection = DuckDBConnection
export type SqlValue = DuckDBValue

/** Nothing is fetched or loaded at run time: what is needed is built in. */
const WITHOUT_EXTENSIONS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** The one open database file. Reads may share connections; each transaction needs one of its own. */
export interface Database {
  readonly path: string
  readonly connect: () => Promise<Connection>
  /** Lends a connection for as long as the work lasts: making one for every request would cost more than most queries. */
  readonly withConnection: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  readonly close: () => void
}

/** Opens the database file (or ":memory:") and brings it up to this version. Throws on a file of a newer one. */
export async function openDatabase(path: string): Promise<Database> {
  const instance = await DuckDBInstance.create(path, WITHOUT_EXTENSIONS)
  const pool = createConnectionPool(() => instance.connect())
  const database: Database = {
    path,
    connect: () => instance.connect(),
    withConnection: pool.lend,
    close: () => {
      pool.close()
      instance.closeSync()
    },
  }
  await inTransaction(database, migrate)
  await database.withConnection((connection) => connection.run(`ATTACH ':memory:' AS ${MEMORY}`))
  return database
}

/** Rows of a query, each parsed by the schema. Values are bound as $1, $2 … and never become part of the text. */
export async function rowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<v.InferOutput<Schema>[]> {
  const result = await connection.run(sql, [...values])
  const rows: v.InferOutput<Schema>[] = []
  // Some at a time: reading tens of thousands at once would keep everybody else's calls waiting.
  for await (const some of result.yieldRowObjectJs()) rows.push(...v.parse(v.array(row), some))
  return rows
}

/**
 * The same for a statement that nearly every request needs: planning it takes longer than running it, so that its plan
 * is kept. One that is rarely run would keep what it reads in memory, even after that was dropped.
 */
export async function preparedRowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<v.InferOutput<Schema>[]> {
  const reader = await runPrepared(connection, sql, values)
  return v.parse(v.array(row), reader.getRowObjectsJS())
}

/** Runs `work` on a connection of its own: everything that it did is kept, or after an exception nothing. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return database.withConnection(async (connection) => {
    await connection.run('BEGIN TRANSACTION')
    try {
      const result = await work(connection)
      await connection.run('COMMIT')
      return result
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
}

const turns = new WeakMap<Database, Promise<unknown>>()

/**
 * A transaction that waits for the ones begun before it in the same way, so that two requests never change the same
 * rows at once. An import takes its turn only to store what it has read.
 */
export function inTurn<Result>(database: Database, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const before = turns.get(database) ?? Promise.resolve()
  const own = before.catch(() => undefined).then(() => inTransaction(database, work))
  turns.set(database, own)
  return own
}

/** An identifier from the catalog as SQL text. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
