import { countOf, formatCount } from '#domain/numbers.ts'

/** A part of a sum, and the reason. */
export interface Part {
  readonly why: string
  readonly count: number
}

/** Where the rows, columns and filled cells of a file went; each sum closes. */
export interface TableAccount {
  readonly file: string
  readonly idColumn: string
  /** The number of ids; how many of them are in the data imported before, and how many in other files. */
  readonly ids: { readonly count: number; readonly inDatabase: number; readonly inOtherFiles: number }
  readonly rows: {
    readonly read: number
    readonly records: number
    readonly merged: number
    readonly refused: number
    readonly leftOut: readonly Part[]
  }
  readonly columns: {
    readonly read: number
    readonly ids: number
    /** Columns about the row or the family. */
    readonly structural: readonly string[]
    readonly variables: number
    readonly leftOut: readonly string[]
  }
  readonly cells: {
    readonly read: number
    readonly ids: number
    readonly structural: number
    readonly answers: number
    readonly missing: readonly Part[]
    readonly leftOut: readonly Part[]
  }
}

/** The account of an import: every file, row, column and filled cell. */
export interface Balance {
  readonly filesRead: readonly string[]
  readonly filesLeftOut: readonly string[]
  readonly tables: readonly TableAccount[]
}

/** A line of the balance. */
export interface BalanceLine {
  readonly name: string
  readonly text: string
}

const NAMED_MAX = 6
const REASONS_MAX = 5

/** The balance in five lines. */
export function balanceLines({ filesRead, filesLeftOut, tables }: Balance): BalanceLine[] {
  const sum = (countIn: (table: TableAccount) => number) => tables.reduce((count, table) => count + countIn(table), 0)
  const parts = (partsIn: (table: TableAccount) => readonly Part[]) => together(tables.flatMap(partsIn))
  const structural = sum(({ columns }) => columns.structural.length)
  const leftOut = tables.flatMap(({ columns }) => columns.leftOut)
  return [
    {
      name: 'Files',
      text: `${formatCount(filesRead.length)} read${named(filesRead)}, ${formatCount(filesLeftOut.length)} left out${named(filesLeftOut)}`,
    },
    {
      name: 'Rows',
      text: sumText(
        sum(({ rows }) => rows.read),
        [
          [sum(({ rows }) => rows.records), 'records'],
          [sum(({ rows }) => rows.merged), 'merged with another row'],
          [sum(({ rows }) => rows.refused), 'refused'],
          [total(parts(({ rows }) => rows.leftOut)), `left out${reasons(parts(({ rows }) => rows.leftOut))}`],
        ],
      ),
    },
    {
      name: 'Columns',
      text: sumText(
        sum(({ columns }) => columns.read),
        [
          [sum(({ columns }) => columns.ids), 'of ids'],
          [structural, `about the row or family${named(tables.flatMap(({ columns }) => columns.structural))}`],
          [sum(({ columns }) => columns.variables), 'of answers'],
          [leftOut.length, `left out${named(leftOut)}`],
        ],
      ),
    },
    {
      name: 'Cells',
      text: `filled: ${sumText(
        sum(({ cells }) => cells.read),
        [
          [sum(({ cells }) => cells.ids), 'ids'],
          [sum(({ cells }) => cells.structural), 'about the row or family'],
          [sum(({ cells }) => cells.answers), 'answers'],
          [total(parts(({ cells }) => cells.missing)), `missing${reasons(parts(({ cells }) => cells.missing))}`],
          [total(parts(({ cells }) => cells.leftOut)), `left out${reasons(parts(({ cells }) => cells.leftOut))}`],
        ],
      )}`,
    },
    { name: 'Ids', text: idTexts(tables).join('; ') || 'none' },
  ]
}

function idTexts(tables: readonly TableAccount[]): string[] {
  const texts = tables.slice(0, NAMED_MAX).map(({ file, idColumn, ids }) => {
    const known = tables.length > 1 ? `${formatCount(ids.inOtherFiles)} of them in other files, ` : ''
    return `${file} by ${idColumn}: ${formatCount(ids.count)}, ${known}${formatCount(ids.inDatabase)} imported before`
  })
  const more = tables.length - texts.length
  return more > 0 ? [...texts, countOf(more, 'other table')] : texts
}

/** "4 = 3 records + 1 refused"; parts of 0 are left out. */
function sumText(read: number, parts: readonly (readonly [number, string])[]): string {
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`)
  return `${formatCount(read)}${words.length === 0 ? '' : ` = ${words.join(' + ')}`}`
}

function named(names: readonly string[]): string {
  if (names.length === 0) return ''
  const unique = [...new Set(names)]
  const more = unique.length - NAMED_MAX
  return ` (${[...unique.slice(0, NAMED_MAX), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ')})`
}

function reasons(parts: readonly Part[]): string {
  if (parts.length === 0) return ''
  const more = parts.length - REASONS_MAX
  const shown = parts.slice(0, REASONS_MAX).map(({ why, count }) => `${formatCount(count)} ${why}`)
  return ` (${[...shown, ...(more > 0 ? [`${formatCount(more)} more reasons`] : [])].join(', ')})`
}

/** Parts with the same reason are one; the largest are first. */
function together(parts: readonly Part[]): Part[] {
  const counts = new Map<string, number>()
  for (const { why, count } of parts) counts.set(why, (counts.get(why) ?? 0) + count)
  return [...counts].map(([why, count]) => ({ why, count })).toSorted((one, other) => other.count - one.count)
}

/** The sum of parts. */
export function total(parts: readonly Part[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}
