import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

const Table = v.object({ name: v.string() })

/** The tables that hold the answers to forms. */
export async function answerTables(connection: Connection): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    Table,
    `SELECT table_name AS name FROM form UNION SELECT part_table FROM variable WHERE part_table IS NOT NULL ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
