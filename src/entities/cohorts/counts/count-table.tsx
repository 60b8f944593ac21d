import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { wireNameOf } from '#contract/shapes/wire-names.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { PagedTable } from '#workspace/lists/paged-table.tsx'

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
