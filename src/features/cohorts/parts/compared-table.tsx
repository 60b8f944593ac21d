import { formatCount } from '#domain/numbers.ts'
import type { ComparedCell, ComparedRow } from '#features/cohorts/compared-rows.ts'
import styles from '#features/cohorts/parts/comparison.module.css'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'

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
      <span className={styles['faint']}>{share === null ? '–' : `${share.toFixed(1)} %`}</span>
      <span className={styles['difference']}>{difference === null ? '' : pointsOf(difference)}</span>
    </span>
  )
}

function pointsOf(difference: number): string {
  const rounded = Math.abs(difference).toFixed(1)
  if (rounded === '0.0') return '±0.0'
  return `${difference > 0 ? '+' : '−'}${rounded}`
}
