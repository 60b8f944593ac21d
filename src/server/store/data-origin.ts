import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Origin of the research data: an import replaces demo data, never imported data. */
const DATA_ORIGINS = ['demo', 'imported'] as const
export type DataOrigin = (typeof DATA_ORIGINS)[number]

/** The stored origin; null without data. */
export async function dataOrigin(connection: Connection): Promise<DataOrigin | null> {
  const Value = v.object({ value: v.picklist(DATA_ORIGINS) })
  const [row] = await rowsOf(connection, Value, `SELECT value FROM meta WHERE name = 'data'`)
  return row?.value ?? null
}

export async function setDataOrigin(connection: Connection, origin: DataOrigin): Promise<void> {
  await connection.run(
    sql`INSERT INTO meta VALUES ('data', ${origin}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
}
