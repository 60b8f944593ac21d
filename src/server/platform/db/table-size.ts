import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const Size = v.object({ size: v.number() })

/** How many rows a table has. */
export async function tableSize(connection: Connection, table: string): Promise<number> {
  const [row] = await rowsOf(connection, Size, `SELECT count(*)::INTEGER AS size FROM ${table}`)
  return row?.size ?? 0
}
