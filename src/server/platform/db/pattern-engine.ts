import type { Connection } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'

let opened: Promise<Connection> | null = null

/** Whom to ask whether a regular expression is one of RE2's: DuckDB, which where the data lie elsewhere holds none. */
export function patternEngine(connection: Connection): Promise<Connection> {
  if (connection.dialect.name === 'DuckDB') return Promise.resolve(connection)
  opened ??= openDatabase(':memory:').then((database) => database.connect())
  return opened
}
