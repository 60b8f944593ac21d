import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt, type Problem, answerOf, isPresent } from '#server/modules/imports/source/problem.ts'
import type { SourceRow } from '#server/modules/imports/source/source-form.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** Rows by participant, and refused rows, in file order. */
export interface IdentifiedRows {
  readonly rows: readonly SourceRow[]
  readonly refused: readonly Problem[]
  /** Participants with refused rows; they may have an accepted row too. */
  readonly refusedIds: ReadonlySet<string>
}

export const ID_COLUMN = 'participant_id'

export function idColumn(table: DelimitedTable): number {
  const index = table.header.indexOf(ID_COLUMN)
  if (index === -1) throw new ImportRefused([problemAt(table.file, 1, `There is no column ${ID_COLUMN}.`)])
  return index
}

/** The table without the rows of excluded participants. */
export function withoutRowsOf(table: DelimitedTable, isLeftOut: (individualId: string) => boolean): DelimitedTable {
  const index = idColumn(table)
  const [kept, others] = [false, true].map((isOut) =>
    table.rows.filter(({ offset }) => isLeftOut(answerOf(table.cell(offset, index)) ?? '') === isOut),
  )
  const behind = table.rowsBehind ?? ((offset: number) => [offset])
  const offsets = (others ?? []).flatMap(({ offset }) => behind(offset))
  const leftOutRows = [...(table.leftOutRows ?? []), { why: 'the row of the participant was refused', offsets }]
  return { ...table, rows: kept ?? [], before: table.before ?? table, leftOutRows }
}

/**
 * Takes the first row of each participant. Refuses rows without an id, further rows, and rows for which `refuse` gives
 * a reason.
 */
export async function identifiedRows(
  table: DelimitedTable,
  refuse: (individualId: string) => string | null,
  index = idColumn(table),
): Promise<IdentifiedRows> {
  const idName = table.header[index] || 'The first column'
  const firstLines = new Map<string, number>()
  const rows: SourceRow[] = []
  const refused: Problem[] = table.bad.map(({ problem }) => problem)
  const refusedIds = new Set(table.bad.map(({ offset }) => answerOf(table.cell(offset, index))).filter(isPresent))
  await eachWithPauses(table.rows, createLongPause(), ({ line, offset }) => {
    const individualId = answerOf(table.cell(offset, index))
    const reason = individualId === null ? `${idName} is blank.` : reasonFor(individualId)
    if (individualId === null || reason !== null) {
      refused.push(problemAt(table.file, line, reason ?? ''))
      if (individualId !== null) refusedIds.add(individualId)
      return
    }
    firstLines.set(individualId, line)
    rows.push({ line, individualId, offset })
  })
  return { rows, refused: refused.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)), refusedIds }

  function reasonFor(individualId: string): string | null {
    const first = firstLines.get(individualId)
    if (first !== undefined) return `${individualId} has a row already, on line ${first}.`
    return refuse(individualId)
  }
}
