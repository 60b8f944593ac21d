import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { csvStatements, type DownloadTable } from '#server/queries/download-table.ts'
import { individualsAt } from '#server/queries/downloads.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

const Row = v.object({ line: v.instance(Uint8Array) })
const Cells = v.array(v.array(v.string()))

/** Some rows of a download, cell by cell as they stand in the file. */
export async function readPreview(
  connection: Connection,
  table: DownloadTable,
  offset: number,
  limit: number,
): Promise<(string | null)[][]> {
  const between = await individualsAt(connection, table.cohortId, table.reader, offset, limit)
  if (!between) return []
  const parts: Uint8Array[][] = []
  for (const { sql, values } of csvStatements(connection, table, between)) {
    parts.push((await rowsOf(connection, Row, sql, values)).map(({ line }) => line))
  }
  const lines = (parts[0] ?? []).flatMap((_, row) => parts.flatMap((part) => part[row] ?? []))
  const cells = v.parse(Cells, parse(Buffer.concat(lines)))
  return cells.map((row) => row.map((cell) => cell || null))
}
