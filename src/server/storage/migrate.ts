import type { DuckDBConnection } from '@duckdb/node-api'
import * as v from 'valibot'
import { MIGRATIONS, SCHEMA_VERSION } from '#server/storage/schema.ts'

/** Does what the versions after the database's own do; to be run in one transaction. Throws on a newer database. */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  const version = await versionOf(connection)
  if (version > SCHEMA_VERSION) {
    throw new Error(`The database file has version ${version}; this program reads ${SCHEMA_VERSION}.`)
  }
  if (version === SCHEMA_VERSION) return
  for (const statement of MIGRATIONS.slice(version).flat()) await connection.run(statement)
  await connection.run(
    `INSERT INTO meta VALUES ('schema_version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(SCHEMA_VERSION)],
  )
}

const Version = v.tuple([v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number))])

/** 0 is a database without anything in it. */
async function versionOf(connection: DuckDBConnection): Promise<number> {
  const tables = await connection.runAndReadAll(`SELECT 1 FROM duckdb_tables() WHERE table_name = 'meta'`)
  if (tables.currentRowCount === 0) return 0
  const found = await connection.runAndReadAll(`SELECT value FROM meta WHERE name = 'schema_version'`)
  const version = v.safeParse(Version, found.getRowsJS()[0])
  if (!version.success) throw new Error('The database file does not say of which version it is.')
  return version.output[0]
}
