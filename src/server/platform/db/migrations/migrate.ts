import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { MIGRATIONS, SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Applies pending migrations; call it in one transaction. Throws if the database is newer. */
export async function migrate(connection: Connection, migrations = MIGRATIONS): Promise<void> {
  const version = await versionOf(connection)
  if (version > SCHEMA_VERSION) {
    throw new Error(`The database has version ${version}; this program reads ${SCHEMA_VERSION}.`)
  }
  if (version === SCHEMA_VERSION) return
  for (const statement of migrations.slice(version).flat()) await connection.run(statement)
  await connection.run(
    sql`INSERT INTO meta VALUES ('schema_version', ${String(SCHEMA_VERSION)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
}

const Version = v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number))

/** 0 for an empty database. */
async function versionOf(connection: Connection): Promise<number> {
  const tables = await rowsOf(
    connection,
    v.object({ table_name: v.string() }),
    `SELECT table_name FROM information_schema.tables
     WHERE table_name = 'meta' AND table_catalog = current_database() AND table_schema = current_schema()`,
  )
  if (tables.length === 0) return 0
  const sql = `SELECT value FROM meta WHERE name = 'schema_version'`
  const [row] = await rowsOf(connection, v.object({ value: v.unknown() }), sql)
  const version = v.safeParse(Version, row?.value)
  if (!version.success) throw new Error('The database does not say of which version it is.')
  return version.output
}
