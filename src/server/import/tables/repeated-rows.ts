import type { Repeat } from '#domain/import-words.ts'
import { columnsFault, type DelimitedTable, type TableRow } from '#server/import/delimited-table.ts'
import { answerOf } from '#server/import/missing.ts'
import { ImportRefused, problemAt } from '#server/import/problem.ts'

type Row = TableRow

/** The table with one row a person; without a way to settle it, as it is. Rows without an id stay to be refused. */
export function settleRepeats(table: DelimitedTable, id: number, repeat: Repeat | undefined): DelimitedTable {
  if (repeat === undefined) return table
  const rowsById = new Map<string, Row[]>()
  const unnamed: Row[] = []
  for (const row of table.rows) {
    const individualId = answerOf(table.cell(row.at, id))
    if (individualId === null) unnamed.push(row)
    else {
      const earlier = rowsById.get(individualId)
      if (earlier) earlier.push(row)
      else rowsById.set(individualId, [row])
    }
  }
  const people = [...rowsById.values()]
  const most = people.reduce((highest, rows) => Math.max(highest, rows.length), 1)
  if (repeat === 'wide' && most > 1) return widened(table, id, { people, unnamed, most })
  const kept = people.flatMap((rows) => rows.at(repeat === 'last' ? -1 : 0) ?? [])
  return { ...table, rows: [...kept, ...unnamed] }
}

interface Grouped {
  readonly people: readonly (readonly Row[])[]
  readonly unnamed: readonly Row[]
  readonly most: number
}

function widened(table: DelimitedTable, id: number, { people, unnamed, most }: Grouped): DelimitedTable {
  const others = table.header.map((_, place) => place).filter((place) => place !== id)
  const visits = Array.from({ length: most }, (_, visit) => visit)
  const nameAt = (place: number) => table.header[place] ?? ''
  const header = [nameAt(id), ...visits.flatMap((visit) => others.map((place) => `${nameAt(place)}_${visit + 1}`))]
  const fault = columnsFault(header.length)
  if (fault !== null) throw new ImportRefused([problemAt(table.file, 1, fault)])
  const groups = [...people, ...unnamed.map((row) => [row])]
  return {
    ...table,
    header,
    // What a dictionary says of a column it says of it at every visit.
    described: [nameAt(id), ...visits.flatMap(() => others.map(nameAt))],
    rows: groups.map((rows, at) => ({ line: rows[0]?.line ?? 0, at })),
    // A bad row has a place in the table as it was; whose it is said there.
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
