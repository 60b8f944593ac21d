import { columnsFault, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import type { GroupedRows } from '#server/modules/imports/formats/plain/repeated-rows.ts'

/** Reshapes to wide format: AGE_1, AGE_2 … Throws ImportRefused beyond the limit of columns. */
export function toWideFormat(
  table: DelimitedTable,
  id: number,
  { participants, unnamed, most }: GroupedRows,
): DelimitedTable {
  const others = table.header.map((_, place) => place).filter((place) => place !== id)
  const visits = Array.from({ length: most }, (_, visit) => visit)
  const nameAt = (place: number) => table.header[place] ?? ''
  const header = [nameAt(id), ...visits.flatMap((visit) => others.map((place) => `${nameAt(place)}_${visit + 1}`))]
  const fault = columnsFault(header.length)
  if (fault !== null) throw new ImportRefused([problemAt(table.file, 1, fault)])
  const groups = [...participants, ...unnamed.map((row) => [row])]
  return {
    ...table,
    header,
    // The dictionary's description of a column applies to every visit.
    described: [nameAt(id), ...visits.flatMap(() => others.map(nameAt))],
    rows: groups.map((rows, at) => ({ line: rows[0]?.line ?? 0, at })),
    // A bad row belongs to a row of the original table; its id is looked up there.
    bad: table.bad.map((row, index) => ({ ...row, at: groups.length + index })),
    cell: (at, column) => {
      const bad = table.bad[at - groups.length]
      if (bad) return column === 0 ? table.cell(bad.at, id) : ''
      const [visit, other] = [Math.floor((column - 1) / others.length), (column - 1) % others.length]
      const row = groups[at]?.[column === 0 ? 0 : visit]
      return row ? table.cell(row.at, column === 0 ? id : (others[other] ?? id)) : ''
    },
  }
}
