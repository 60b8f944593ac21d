import type { DelimitedTable, TableRow } from '#server/modules/imports/source/delimited-table.ts'
import { answerOf } from '#server/modules/imports/source/missing.ts'
import { plainNumber } from '#server/modules/imports/source/plain-number.ts'

/** Rows by a column: numbers by size, other texts (such as ISO dates) by their characters; blank ones come last. */
export function sortedBy(table: DelimitedTable, rows: readonly TableRow[], column: number | null): readonly TableRow[] {
  if (column === null || rows.length < 2) return rows
  const keyed = rows.map((row) => {
    const text = answerOf(table.cell(row.at, column))
    return { row, text, number: text === null ? null : plainNumber(text) }
  })
  const areNumbers = keyed.every(({ text, number }) => text === null || number !== null)
  return keyed
    .toSorted((one, other) => {
      if (one.text === null || other.text === null) return Number(one.text === null) - Number(other.text === null)
      if (areNumbers) return (one.number ?? 0) - (other.number ?? 0)
      return one.text < other.text ? -1 : Number(one.text > other.text)
    })
    .map(({ row }) => row)
}
