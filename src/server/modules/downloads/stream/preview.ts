import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { assembledLines, textRows, type TextRows } from '#server/modules/downloads/stream/assemble-lines.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { CSV, csvPlan, type DownloadTable } from '#server/engine/downloads/download-table.ts'
import { individualsAt } from '#server/engine/downloads/extent.ts'
import { rowsOf } from '#server/platform/db/database.ts'

const Row = v.object({ line: v.instance(Uint8Array) })
const Cells = v.array(v.array(v.string()))

/** Some rows of a download, with the cells of the file. */
export async function readPreview(
  { connection, inMemoryShare }: Pick<DownloadReader, 'connection' | 'inMemoryShare'>,
  table: DownloadTable,
  offset: number,
  limit: number,
): Promise<(string | null)[][]> {
  const between = await individualsAt(connection, table.cohortId, table.reader, offset, limit)
  if (!between) return []
  const { statements, sources } = csvPlan(connection.dialect, table, between)
  const parts: TextRows[] = []
  for (const { statement, weight } of statements) {
    const rows = await inMemoryShare(weight, () => rowsOf(connection, Row, statement))
    parts.push(textRows([rows.map(({ line }) => line)]))
  }
  const lines = Buffer.concat([...assembledLines(parts, sources, CSV)])
  const cells = v.parse(Cells, parse(lines))
  return cells.map((row) => row.map((cell) => cell || null))
}
