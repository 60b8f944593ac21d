import { useState } from 'react'
import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { wireNameOf } from '#contract/shapes/wire-names.ts'
import { formatCount, formatSize, formatShare, wordFor } from '#domain/numbers.ts'
import {
  dimensionsOf,
  type Dimension,
  cellWords,
  hiddenWords,
  pivotOf,
  type Pivot,
  type PivotCell,
  type PivotRow,
} from '#entities/cohorts/counts/count-pivot.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
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

interface CountTableProps {
  rows: readonly (CountRow | PedigreeRow)[]
  valueHeader: string
  /** A code with its meaning. */
  valueWords: (value: string) => string
  /** Pedigrees only: whether the definition has an affection criterion. */
  hasAffected: boolean
}

/** A cohort's summary: counts by value, collection, consent, study and diagnosis; of pedigrees by collection. */
export function CountTable({ rows, valueHeader, valueWords, hasAffected }: CountTableProps) {
  const pedigrees = rows.filter(isPedigreeRow)
  if (pedigrees.length > 0) {
    const columns = PEDIGREE_COLUMNS.filter(({ key }) => hasAffected || key !== 'affected')
    return <PagedTable label="Pedigrees by collection" columns={columns} rows={pedigrees} rowKey={keyOf} />
  }
  const counts = rows.filter((row): row is CountRow => !isPedigreeRow(row))
  const largest = Math.max(1, ...counts.map(({ count }) => count ?? 0))
  const columns = countColumns(valueHeader, valueWords, largest).filter(
    (column) => column.always === true || counts.some((row) => column.sortValue(row) !== null),
  )
  return <PagedTable label="Counts" columns={columns} rows={counts} rowKey={keyOf} />
}

function isPedigreeRow(row: CountRow | PedigreeRow): row is PedigreeRow {
  return 'pedigreeCount' in row
}

function keyOf(row: CountRow | PedigreeRow): string {
  return JSON.stringify(row)
}

interface CountColumn extends Column<CountRow> {
  readonly sortValue: (row: CountRow) => string | number | null
  readonly always?: boolean
}

function countColumns(
  valueHeader: string,
  valueWords: (value: string) => string,
  largest: number,
): readonly CountColumn[] {
  type Field = 'collection' | 'consent' | 'studyId' | 'dxNimh'
  const text = (field: Field, header: string): CountColumn => ({
    // The column's key is part of the address of a sorted table.
    key: wireNameOf(field),
    header,
    sortValue: (row) => (row[field] === '' ? null : row[field]),
    cell: (row) => row[field],
  })
  return [
    {
      key: 'value',
      header: valueHeader,
      sortValue: (row) => row.value,
      cell: (row) => (row.value === null ? '–' : valueWords(row.value)),
    },
    text('collection', 'Collection'),
    text('studyId', 'Study'),
    text('consent', 'Consent'),
    text('dxNimh', 'Diagnosis'),
    {
      key: 'count',
      header: 'Individuals',
      align: 'end',
      always: true,
      sortValue: (row) => row.count,
      heat: (row) => (row.count ?? 0) / largest,
      cell: (row) => formatSize(row.count),
    },
  ]
}

const PEDIGREE_COLUMNS: readonly Column<PedigreeRow>[] = [
  { key: 'collection', header: 'Collection', sortValue: (row) => row.collection, cell: (row) => row.collection },
  {
    key: 'pedigrees',
    header: 'Pedigrees',
    align: 'end',
    sortValue: (row) => row.pedigreeCount,
    cell: (row) => formatCount(row.pedigreeCount),
  },
  {
    key: 'count',
    header: 'Individuals',
    align: 'end',
    sortValue: (row) => row.count,
    cell: (row) => formatSize(row.count),
  },
  {
    key: 'affected',
    header: 'Affected',
    align: 'end',
    sortValue: (row) => row.affectedCount,
    cell: (row) => formatSize(row.affectedCount),
  },
]

interface SummaryProps {
  rows: readonly (CountRow | PedigreeRow)[]
  valueHeader: string
  /** A code with its meaning. */
  valueWords: (value: string) => string
  /** Pedigrees only: whether the definition has an affection criterion. */
  hasAffected?: boolean
}

const NAMES: Record<Exclude<Dimension, 'value'>, string> = {
  collection: 'Collection',
  studyId: 'Study',
  consent: 'Consent',
  dxNimh: 'Diagnosis',
}

/** A cohort's summary: every row, or sums by dimension, as a table or as bars. */
export function Summary({ rows, valueHeader, valueWords, hasAffected = true }: SummaryProps) {
  const counts = rows.filter((row): row is CountRow => !('pedigreeCount' in row))
  const [by, setBy] = useState<Dimension | 'all'>('all')
  const [across, setAcross] = useState<Dimension | 'none'>('none')
  const [look, setLook] = useState<'table' | 'bars'>('table')
  const dimensions = dimensionsOf(counts)
  const table = <CountTable rows={rows} valueHeader={valueHeader} valueWords={valueWords} hasAffected={hasAffected} />
  if (dimensions.length === 0) return table

  const headers: Record<Dimension, string> = { value: valueHeader, ...NAMES }
  const options = dimensions.map((value) => ({ value, label: headers[value] }))
  const chosen = dimensions.find((dimension) => dimension === by) ?? null
  const crossed = dimensions.find((dimension) => dimension === across && dimension !== chosen) ?? null
  return (
    <>
      <div className={stack['row']}>
        <ChoiceBar<Dimension | 'all'>
          label="Count by"
          value={chosen ?? 'all'}
          options={[{ value: 'all', label: 'All columns' }, ...options]}
          onChange={setBy}
        />
        {chosen !== null && (
          <ChoiceBar
            label="As"
            value={look}
            options={[
              { value: 'table', label: 'Table' },
              { value: 'bars', label: 'Bars' },
            ]}
            onChange={setLook}
          />
        )}
      </div>
      {chosen !== null && look === 'table' && options.length > 1 && (
        <div className={stack['narrow']}>
          <SelectField<Dimension | 'none'>
            label="Cross-tabulate with"
            value={crossed ?? 'none'}
            options={[{ value: 'none', label: 'nothing' }, ...options.filter(({ value }) => value !== chosen)]}
            onChange={setAcross}
          />
        </div>
      )}
      {chosen === null ? (
        table
      ) : (
        <SummaryPivot
          rows={counts}
          by={chosen}
          across={crossed}
          headers={headers}
          wordsOf={(dimension, key) => (key === '' ? '–' : dimension === 'value' ? valueWords(key) : key)}
          isDrawn={look === 'bars'}
        />
      )}
    </>
  )
}
