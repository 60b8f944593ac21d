import type { Reading } from '#server/downloads/reading.ts'
import type { DownloadTable } from '#server/queries/download-table.ts'
import type { Statement } from '#server/queries/lines-statement.ts'
import { downloadExtent } from '#server/queries/downloads.ts'
import type { Connection } from '#server/storage/database.ts'

/** Cells of the rows that are sorted and held at once. */
const CELLS_AT_ONCE = 10_000_000
/** Few, so that the first line is on its way soon. */
const ROWS_AT_FIRST = 1_024
const ROWS_AT_LEAST = 6_144
const ROWS_AT_MOST = 32_768

/** Gives the bytes of a line for each row of a range of individuals, as the one column of its rows. */
export type LinesStatement = (
  connection: Connection,
  table: DownloadTable,
  between: readonly [number, number],
) => Statement

/** The lines of a download, some at a time, in the order of the individuals. */
export async function* linesOf(
  { connection, guarded }: Reading,
  table: DownloadTable,
  statementOf: LinesStatement,
): AsyncGenerator<Uint8Array, undefined> {
  for (const between of await guarded(() => rangesOf(connection, table))) {
    const { sql, values } = statementOf(connection, table, between)
    const next = await guarded(() => connection.openBytes(sql, values))
    for (let lines = await guarded(next); lines !== null; lines = await guarded(next)) yield lines
  }
}

/** Cuts the individuals into ranges that are small enough to be sorted without holding the whole file. */
async function rangesOf(connection: Connection, table: DownloadTable): Promise<[number, number][]> {
  const { between } = await downloadExtent(connection, table.cohortId, table.reader)
  if (!between) return []
  const wanted = Math.ceil(CELLS_AT_ONCE / (table.variables.length + 1))
  const size = Math.min(ROWS_AT_MOST, Math.max(ROWS_AT_LEAST, wanted))
  const ranges: [number, number][] = []
  for (let first = between[0]; first <= between[1];) {
    const last = Math.min(first + (ranges.length === 0 ? ROWS_AT_FIRST : size) - 1, between[1])
    ranges.push([first, last])
    first = last + 1
  }
  return ranges
}
