import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import * as v from 'valibot'
import { SCHEMA_VERSION, TABLES } from '#server/storage/schema.ts'

export type Connection = DuckDBConnection
export type SqlValue = DuckDBValue

/** The one open database file. Reads may share connections; each transaction needs one of its own. */
export interface Database {
  readonly path: string
  readonly connect: () => Promise<Connection>
  readonly close: () => void
}

/** Opens the database file (or ":memory:"), making its tables if it is new. Throws on a file of another version. */
export async function openDatabase(path: string): Promise<Database> {
  const instance = await DuckDBInstance.create(path, { autoinstall_known_extensions: 'false' })
  const database: Database = {
    path,
    connect: () => instance.connect(),
    close: () => instance.closeSync(),
  }
  await inTransaction(database, createMissingTables)
  return database
}

/** Rows of a query, each parsed by the schema. Values are bound as $1, $2 … and never become part of the text. */
export async function rowsOf<Schema extends v.GenericSchema>(
  connection: Connection,
  row: Schema,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<v.InferOutput<Schema>[]> {
  const reader = await connection.runAndReadAll(sql, [...values])
  return v.parse(v.array(row), reader.getRowObjectsJS())
}

/** Runs `work` on a connection of its own: everything that it did is kept, or after an exception nothing. */
export async function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.connect()
  try {
    await connection.run('BEGIN TRANSACTION')
    const result = await work(connection)
    await connection.run('COMMIT')
    return result
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    connection.closeSync()
  }
}

const turns = new WeakMap<Database, Promise<unknown>>()

/**
 * A transaction that waits for the ones begun before it in the same way, so that two requests never change the same
 * rows at once. A long import takes no turn: it must not keep people from signing in.
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

async function createMissingTables(connection: Connection): Promise<void> {
  const tables = await rowsOf(
    connection,
    v.object({ table_name: v.string() }),
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' AND table_name = 'meta'`,
  )
  if (tables.length === 0) {
    for (const statement of TABLES) await connection.run(statement)
    await connection.run(`INSERT INTO meta VALUES ('schema_version', $1)`, [String(SCHEMA_VERSION)])
    return
  }
  const [version] = await rowsOf(
    connection,
    v.object({ value: v.string() }),
    `SELECT value FROM meta WHERE name = 'schema_version'`,
  )
  if (version?.value !== String(SCHEMA_VERSION)) {
    throw new Error(
      `The database file has version ${version?.value ?? 'unknown'}; this program reads ${SCHEMA_VERSION}.`,
    )
  }
}
