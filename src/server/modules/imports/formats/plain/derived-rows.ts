import { plainNumber } from '#domain/data-types/number.ts'
import { countOf } from '#domain/numbers.ts'
import type { GroupedRows } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { columnsFault, type DelimitedTable, type TableRow } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt, type Problem, answerOf } from '#server/modules/imports/source/problem.ts'

/** Whether a cell holds a declared missing code. */
export type MissingOf = (column: string) => (cell: string) => boolean

const YES = new Set(['1', 'yes', 'y', 'true', 'checked'])
const NO = new Set(['0', 'no', 'n', 'false', 'unchecked'])
const NAMED_AT_MOST = 5

const REASONS = { any: 'answers other than yes and no', worst: 'answers that are no numbers' } as const

/** Reduces several answers to one. */
type Choose = (answers: readonly string[]) => string

/** Ranks an answer; null where the text has no rank, which excludes the column. */
const RANKS: Readonly<Record<'any' | 'worst', (answer: string) => number | null>> = {
  any: (answer) => (YES.has(answer.toLowerCase()) ? 1 : NO.has(answer.toLowerCase()) ? 0 : null),
  worst: plainNumber,
}

/**
 * A table with one row a participant and the highest answer of each column: the largest number (worst), or yes before
 * no (any). Columns without a rank are left out, with a note. Missing codes are skipped.
 */
export function derived(
  table: DelimitedTable,
  id: number,
  { participants, unnamed }: GroupedRows,
  { rule, missingOf }: { readonly rule: 'any' | 'worst'; readonly missingOf: MissingOf },
): DelimitedTable {
  const isMissing = table.header.map(missingOf)
  const answersOf = (rows: readonly TableRow[], place: number) =>
    rows.flatMap(({ offset }) => {
      const answer = answerOf(table.cell(offset, place))
      return answer === null || isMissing[place]?.(answer) ? [] : [answer]
    })
  const rank = RANKS[rule]
  const highest: Choose = (answers) =>
    answers.reduce((best, answer) => ((rank(answer) ?? 0) > (rank(best) ?? 0) ? answer : best), answers[0] ?? '')
  const others = table.header.map((_, place) => place).filter((place) => place !== id)
  const kept = others.filter((place) => answersOf(table.rows, place).every((answer) => rank(answer) !== null))
  const fault = columnsFault(kept.length + 1)
  if (fault !== null) throw new ImportRefused([problemAt(table.file, 1, fault)])
  const groups = [...participants, ...unnamed.map((row) => [row])]
  return {
    ...table,
    header: [id, ...kept].map((place) => table.header[place] ?? ''),
    ...(table.described && { described: [id, ...kept].map((place) => table.described?.[place] ?? '') }),
    rows: groups.map((rows, offset) => ({ line: rows[0]?.line ?? 0, offset })),
    bad: table.bad.map((row, index) => ({ ...row, offset: groups.length + index })),
    rowsBehind: (offset) => (groups[offset] ?? []).map((row) => row.offset),
    leftOutColumns: others
      .filter((place) => !kept.includes(place))
      .map((place) => ({ name: table.header[place] ?? '', why: REASONS[rule] })),
    cellsBehind: (offset, column) =>
      (groups[offset] ?? []).filter((row) => table.cell(row.offset, kept[column - 1] ?? -1).trim() !== '').length,
    remarks: leftOut(table, others, kept, rule),
    cell: (offset, column) => {
      const bad = table.bad[offset - groups.length]
      const rows = groups[offset] ?? []
      if (column === 0) return table.cell(bad?.offset ?? rows[0]?.offset ?? -1, id)
      return bad ? '' : highest(answersOf(rows, kept[column - 1] ?? -1))
    },
  }
}

function leftOut(
  { file, header }: DelimitedTable,
  others: readonly number[],
  kept: readonly number[],
  rule: 'any' | 'worst',
): readonly Problem[] {
  const names = others.filter((place) => !kept.includes(place)).map((place) => header[place] ?? '')
  if (names.length === 0) return []
  const more = names.length - NAMED_AT_MOST
  const shown = [...names.slice(0, NAMED_AT_MOST), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return [problemAt(file, null, `${countOf(names.length, 'column')} with ${REASONS[rule]} left out: ${shown}.`)]
}
