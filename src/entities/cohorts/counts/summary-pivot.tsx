import type { CountRow } from '#contract/shapes/entities.ts'
import { formatCount, formatShare, wordFor } from '#domain/numbers.ts'
import {
  cellWords,
  hiddenWords,
  pivotOf,
  type Dimension,
  type Pivot,
  type PivotCell,
  type PivotRow,
} from '#entities/cohorts/counts/count-pivot.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { PagedTable } from '#workspace/lists/paged-table.tsx'
import stack from '#ui/stack.module.css'

interface SummaryPivotProps {
  rows: readonly CountRow[]
  by: Dimension
  across: Dimension | null
  headers: Record<Dimension, string>
  wordsOf: (dimension: Dimension, key: string) => string
  isDrawn: boolean
}

/** Above this number of bars, a table is clearer. */
const MOST_BARS = 40

/** The members summed by one dimension, as bars or as a table, optionally crossed by another. */
export function SummaryPivot({ rows, by, across, headers, wordsOf, isDrawn }: SummaryPivotProps) {
  const pivot = pivotOf(rows, by, isDrawn ? null : across)
  const label = `Individuals by ${headers[by]}`
  if (!isDrawn) {
    const columns = columnsOf(
      pivot,
      headers[by],
      (key) => wordsOf(by, key),
      (key) => wordsOf(across ?? by, key),
    )
    return <PagedTable label={label} columns={columns} rows={pivot.rows} rowKey={({ key }) => key} />
  }
  const bars = pivot.rows
    .map(({ key, total }) => ({ key, label: wordsOf(by, key), count: total.count, size: hiddenWords(total) }))
    .toSorted((one, other) => other.count - one.count)
  return (
    <>
      <BarList
        label={label}
        bars={bars.slice(0, MOST_BARS)}
        format={formatCount}
        share={(count) => formatShare(count, pivot.total.count)}
      />
      {bars.length > MOST_BARS && (
        <p className={stack['muted']}>
          {formatCount(bars.length - MOST_BARS)} more {wordFor(bars.length - MOST_BARS, 'is', 'are')} in the table.
        </p>
      )}
      {pivot.total.hidden > 0 && <p className={stack['muted']}>Hidden counts are not drawn.</p>}
    </>
  )
}

function columnsOf(
  pivot: Pivot,
  header: string,
  rowWords: (key: string) => string,
  columnWords: (key: string) => string,
): readonly Column<PivotRow>[] {
  const largest = Math.max(1, ...pivot.rows.flatMap(({ cells }) => cells.map(({ count }) => count)))
  return [
    { key: 'by', header, sortValue: ({ key }) => key, cell: ({ key }) => rowWords(key) },
    ...pivot.columns.map((column, place): Column<PivotRow> => ({
      key: `across-${place}`,
      header: columnWords(column),
      align: 'end',
      sortValue: ({ cells }) => cells[place]?.count ?? 0,
      heat: ({ cells }) => heatOf(cells[place], largest),
      cell: ({ cells }) => cellWords(cells[place]),
    })),
    {
      key: 'total',
      header: 'Individuals',
      align: 'end',
      sortValue: ({ total }) => total.count,
      cell: ({ total }) => <strong>{cellWords(total)}</strong>,
    },
    {
      key: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ total }) => formatShare(total.count, pivot.total.count),
    },
  ]
}

/** A cell with a suppressed part has no shade: its sum is not known. */
function heatOf(cell: PivotCell | undefined, largest: number): number {
  return cell === undefined || cell.hidden > 0 ? 0 : cell.count / largest
}
