import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const Table = v.object({ name: v.string() })

/** Form tables, including their parts. */
export async function answerTables(connection: Connection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    Table,
    `SELECT table_name AS name FROM form UNION SELECT part_table FROM variable WHERE part_table IS NOT NULL ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

const Size = v.object({ size: v.number() })

export async function tableSize(connection: Connection, table: string): Promise<number> {
  const [row] = await rowsOf(connection, Size, `SELECT count(*)::INTEGER AS size FROM ${table}`)
  return row?.size ?? 0
}
