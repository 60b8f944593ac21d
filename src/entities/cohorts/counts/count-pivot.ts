import type { CountRow } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { compareNaturally } from '#domain/text/natural-order.ts'

/** Dimensions for counting a cohort's members (spec section 3, summary row). */
export const DIMENSIONS = ['value', 'collection', 'studyId', 'consent', 'dxNimh'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** A sum of counts, some of which may be suppressed. */
export interface PivotCell {
  readonly count: number
  /** The number of rows with a suppressed count. */
  readonly hidden: number
}

export interface PivotRow {
  readonly key: string
  readonly total: PivotCell
  /** In the order of the pivot's columns. */
  readonly cells: readonly PivotCell[]
}

export interface Pivot {
  readonly columns: readonly string[]
  readonly rows: readonly PivotRow[]
  readonly total: PivotCell
}

/** Rows summed by one dimension, optionally crossed by another; both sorted by key. */
export function pivotOf(rows: readonly CountRow[], by: Dimension, across: Dimension | null): Pivot {
  const columns = across === null ? [] : keysOf(rows, across)
  return {
    columns,
    rows: keysOf(rows, by).map((key) => {
      const rowsOfKey = rows.filter((row) => keyOf(row, by) === key)
      const cells = columns.map((column) => sumOf(rowsOfKey.filter((row) => across && keyOf(row, across) === column)))
      return { key, total: sumOf(rowsOfKey), cells }
    }),
    total: sumOf(rows),
  }
}

export function cellWords(cell: PivotCell | undefined): string {
  if (cell === undefined) return ''
  return hiddenWords(cell) ?? (cell.count === 0 ? '·' : formatCount(cell.count))
}

/** In place of a sum with a suppressed part. */
export function hiddenWords({ count, hidden }: PivotCell): string | undefined {
  if (hidden === 0) return undefined
  return count === 0 ? 'hidden' : `${formatCount(count)} and hidden`
}

/** The dimensions with at least one value in the rows. */
export function dimensionsOf(rows: readonly CountRow[]): readonly Dimension[] {
  return DIMENSIONS.filter((dimension) => rows.some((row) => keyOf(row, dimension) !== ''))
}

function keyOf(row: CountRow, dimension: Dimension): string {
  return row[dimension] ?? ''
}

function keysOf(rows: readonly CountRow[], dimension: Dimension): string[] {
  const keys = [...new Set(rows.map((row) => keyOf(row, dimension)))]
  return keys.toSorted(compareNaturally)
}

function sumOf(rows: readonly CountRow[]): PivotCell {
  return {
    count: rows.reduce((sum, { count }) => sum + (count ?? 0), 0),
    hidden: rows.filter(({ count }) => count === null).length,
  }
}
