import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { compareNaturally } from '#domain/text/natural-order.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#entities/comparing/compared.module.css'

interface ComparedTableProps {
  label: string
  header: string
  names: readonly string[]
  rows: readonly ComparedRow[]
  wordsOf?: (key: string) => string
}

/** Rows of several cohorts: count, percent, and the difference to the first in percentage points. */
export function ComparedTable({ label, header, names, rows, wordsOf }: ComparedTableProps) {
  const columns: readonly Column<ComparedRow>[] = [
    { key: 'key', header, cell: ({ key }) => (key === '' ? '–' : (wordsOf?.(key) ?? key)) },
    ...names.map((name, place): Column<ComparedRow> => ({
      key: `cohort-${place}`,
      header: name,
      align: 'end',
      cell: ({ cells }) => <Cell cell={cells[place]} />,
    })),
  ]
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
}

function Cell({ cell }: { cell: ComparedCell | undefined }) {
  if (!cell || cell.count === null) return <span className={styles['faint']}>unknown</span>
  const { count, share, difference } = cell
  return (
    <span className={styles['cell']}>
      <span>{formatCount(count)}</span>
      <span className={styles['faint']}>{share === null ? '' : `${share.toFixed(1)}%`}</span>
      <span className={styles['difference']}>{difference === null ? '' : pointsOf(difference)}</span>
    </span>
  )
}

function pointsOf(difference: number): string {
  const rounded = Math.abs(difference).toFixed(1)
  if (rounded === '0.0') return '±0.0'
  return `${difference > 0 ? '+' : '−'}${rounded}`
}

/** Dimensions that two summaries can be aligned by; pedigrees have the collection alone. */
export const COMPARED_DIMENSIONS = ['collection', 'studyId', 'consent', 'dxNimh'] as const
export type ComparedDimension = (typeof COMPARED_DIMENSIONS)[number]

interface ComparedCell {
  /** Null if suppressed, or not reported for this cohort. */
  readonly count: number | null
  /** Percent of the cohort, or of its answers; null for rows that are no part of them. */
  readonly share: number | null
  /** Difference to the first cohort, in percentage points. */
  readonly difference: number | null
}

export interface ComparedRow {
  readonly key: string
  readonly cells: readonly ComparedCell[]
}

type Rows = readonly (CountRow | PedigreeRow)[]

/** The summaries of several cohorts, aligned: one row per value of any of them. */
export function comparedSummaries(summaries: readonly Rows[], dimension: ComparedDimension): readonly ComparedRow[] {
  const sums = summaries.map((rows) => sumsOf(rows, dimension))
  return aligned(
    sums.map((sum) => sum ?? new Map<string, number | null>()),
    { isUnreported: sums.map((sum) => sum === null) },
  )
}

interface Alignment {
  readonly isUnreported?: readonly boolean[]
  /** Keys are sorted unless they are in their order, as ranges are. */
  readonly areInOrder?: boolean
  /** The denominators; by default the sums of the counts. */
  readonly wholes?: readonly number[]
  /** Rows that are no part of the denominator. */
  readonly withoutShare?: readonly string[]
}

/** Counts by key of several cohorts, aligned, with each count's share. */
export function aligned(
  counts: readonly ReadonlyMap<string, number | null>[],
  { isUnreported = [], areInOrder = false, withoutShare = [], ...rest }: Alignment = {},
): readonly ComparedRow[] {
  const known = [...new Set(counts.flatMap((each) => [...each.keys()]))]
  const keys = areInOrder ? known : known.toSorted(compareNaturally)
  const wholes =
    rest.wholes ?? counts.map((each) => [...each.values()].reduce<number>((sum, count) => sum + (count ?? 0), 0))
  return keys.map((key) => {
    const shares = counts.map((each, place) => {
      const count = isUnreported[place] === true ? null : (each.get(key) ?? (each.has(key) ? null : 0))
      const whole = wholes[place] ?? 0
      const hasShare = count !== null && whole > 0 && !withoutShare.includes(key)
      return { count, share: hasShare ? (100 * count) / whole : null }
    })
    const first = shares[0]?.share ?? null
    return {
      key,
      cells: shares.map(({ count, share }, place) => ({
        count,
        share,
        difference: place === 0 || share === null || first === null ? null : share - first,
      })),
    }
  })
}

/** Null if the rows lack the dimension. */
function sumsOf(rows: Rows, dimension: ComparedDimension): Map<string, number | null> | null {
  const sums = new Map<string, number | null>()
  for (const row of rows) {
    const key = 'pedigreeCount' in row ? (dimension === 'collection' ? row.collection : null) : row[dimension]
    if (key === null) return null
    const before = sums.has(key) ? (sums.get(key) ?? null) : 0
    // A sum with a suppressed part is unknown.
    sums.set(key, before === null || row.count === null ? null : before + row.count)
  }
  return sums
}
