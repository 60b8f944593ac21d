import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Where the research data of a database come from: demo data give way to an import, imported ones do not. */
const DATA_ORIGINS = ['demo', 'imported'] as const
export type DataOrigin = (typeof DATA_ORIGINS)[number]

/** The data's origin as `meta` has it, or null while there are none. */
export async function dataOrigin(connection: Connection): Promise<DataOrigin | null> {
  const Value = v.object({ value: v.picklist(DATA_ORIGINS) })
  const [row] = await rowsOf(connection, Value, `SELECT value FROM meta WHERE name = 'data'`)
  return row?.value ?? null
}

/** Writes down where the data come from. */
export async function setDataOrigin(connection: Connection, origin: DataOrigin): Promise<void> {
  await connection.run(
    sql`INSERT INTO meta VALUES ('data', ${origin}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
}
