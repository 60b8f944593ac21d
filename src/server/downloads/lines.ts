import type { Reading } from '#server/downloads/reading.ts'
import type { DownloadTable } from '#server/queries/download-table.ts'
import type { Statement } from '#server/queries/lines-statement.ts'
import { downloadExtent } from '#server/queries/downloads.ts'
import type { Connection } from '#server/storage/database.ts'

/** Cells of the rows that are sorted and held at once. */
const CELLS_AT_ONCE = 4_000_000
/** Few, so that the first line is on its way soon. */
const ROWS_AT_FIRST = 1_024
const ROWS_AT_LEAST = 2_048
const ROWS_AT_MOST = 32_768

/** Gives the bytes of a part of a line for each row of a range of individuals, as the one column of its rows. */
export type LinesStatements = (
  connection: Connection,
  table: DownloadTable,
  between: readonly [number, number],
) => readonly Statement[]

/** The lines of a download, some at a time, in the order of the individuals. */
export async function* linesOf(
  reading: Reading,
  table: DownloadTable,
  statementsOf: LinesStatements,
): AsyncGenerator<Uint8Array, undefined> {
  for (const between of await reading.guarded(() => rangesOf(reading.connection, table))) {
    const [first, ...others] = statementsOf(reading.connection, table, between)
    // What follows is made before the lines begin: one transaction reads one statement's rows at a time.
    const ends: Uint8Array[][] = []
    for (const statement of others) {
      const parts: Uint8Array[] = []
      for await (const some of partsOf(reading, statement)) parts.push(...some)
      ends.push(parts)
    }
    let place = 0
    for await (const some of first ? partsOf(reading, first) : []) {
      const lines = some.flatMap((begin, row) => [begin, ...endsOf(ends, place + row)])
      place += some.length
      yield Buffer.concat(lines)
    }
    if (ends.some((parts) => parts.length !== place)) throw new Error('The parts of the lines are not as many.')
  }
}

async function* partsOf({ connection, guarded }: Reading, { sql, values }: Statement) {
  const next = await guarded(() => connection.openBytes(sql, values))
  for (let some = await guarded(next); some !== null; some = await guarded(next)) yield some
}

function endsOf(ends: readonly (readonly Uint8Array[])[], line: number): Uint8Array[] {
  return ends.map((parts) => {
    const part = parts[line]
    if (!part) throw new Error('The parts of the lines are not as many.')
    return part
  })
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
