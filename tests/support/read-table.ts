import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemLine } from '#server/modules/imports/source/problem.ts'

/** The cells of the rows that are not refused. */
export function cellsOf(table: DelimitedTable): string[][] {
  return table.rows.map(({ offset }) => table.header.map((_, column) => table.cell(offset, column)))
}

/** The problems of a file that is refused, one a line. Throws if it is read, or fails otherwise. */
export async function refusalOf(reading: Promise<unknown>): Promise<string[]> {
  const error: unknown = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ImportRefused)) throw new Error('The file was not refused.', { cause: error })
  return error.problems.map(problemLine)
}
