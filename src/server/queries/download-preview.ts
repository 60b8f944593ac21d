import * as v from 'valibot'
import { cellsStatement, type DownloadTable } from '#server/queries/download-table.ts'
import { individualsAt } from '#server/queries/downloads.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

const Row = v.record(v.string(), v.nullable(v.string()))

/** Some rows of a download, cell by cell as they stand in the file. */
export async function readPreview(
  connection: Connection,
  table: DownloadTable,
  offset: number,
  limit: number,
): Promise<(string | null)[][]> {
  const between = await individualsAt(connection, table.cohortId, table.reader, offset, limit)
  if (!between) return []
  const { sql, values } = cellsStatement(connection, table, between)
  const rows = await rowsOf(connection, Row, sql, values)
  return rows.map((row) => Object.values(row))
}
