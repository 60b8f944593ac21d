import type { DelimitedTable } from '#server/import/delimited-table.ts'
import { answerOf } from '#server/import/missing.ts'

/** Which of a person's rows of one table are kept: the first, the last, or all as columns of their own: AGE_1, AGE_2 … */
export const REPEATS = ['first', 'last', 'wide'] as const
export type Repeat = (typeof REPEATS)[number]

type Row = DelimitedTable['rows'][number]

/** The table with one row a person; without a way to settle it, as it is. Rows without an id stay to be refused. */
export function settleRepeats(table: DelimitedTable, id: number, repeat: Repeat | undefined): DelimitedTable {
  if (repeat === undefined) return table
  const rowsById = new Map<string, Row[]>()
  const unnamed: Row[] = []
  for (const row of table.rows) {
    const individualId = answerOf(row.cells[id] ?? '')
    if (individualId === null) unnamed.push(row)
    else rowsById.set(individualId, [...(rowsById.get(individualId) ?? []), row])
  }
  const people = [...rowsById.values()]
  const most = Math.max(1, ...people.map((rows) => rows.length))
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
  const wide = (rows: readonly Row[]): Row => ({
    line: rows[0]?.line ?? 0,
    cells: [
      rows[0]?.cells[id] ?? '',
      ...visits.flatMap((visit) => others.map((place) => rows[visit]?.cells[place] ?? '')),
    ],
  })
  return {
    ...table,
    header: [nameAt(id), ...visits.flatMap((visit) => others.map((place) => `${nameAt(place)}_${visit + 1}`))],
    // What a dictionary says of a column it says of it at every visit.
    described: [nameAt(id), ...visits.flatMap(() => others.map(nameAt))],
    rows: [...people.map(wide), ...unnamed.map((row) => wide([row]))],
    bad: table.bad,
  }
}
