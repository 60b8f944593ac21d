import { useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable, type Column, type Sort } from '#ui/tables/data-table.tsx'
import { Pagination } from '#ui/tables/pagination.tsx'
import { pageOf, sortRows } from '#ui/tables/paging.ts'
import stack from '#ui/stack.module.css'

interface LocalTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The searchable text of a row. */
  wordsOf: (row: Row) => string
  /** Rows with fields come in pages: Tab must not pass the fields of all rows to reach what follows. */
  hasFields?: boolean
}

/** A list with its own search, order and pages, if any: a dialog has no address for them. */
export function LocalTable<Row>({ label, columns, rows, rowKey, wordsOf, hasFields = false }: LocalTableProps<Row>) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort | null>(null)
  const [place, setPlace] = useState<{ page: number; size: number }>({ page: 1, size: DEFAULT_PAGE_SIZE })
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/)
    return rows.filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)))
  }, [rows, text, wordsOf])
  const sorted = useMemo(() => sortRows(found, columns, sort), [found, columns, sort])
  const page = pageOf(sorted, place.page, place.size)
  const toFirstPage = () => setPlace({ ...place, page: 1 })
  return (
    <div className={stack['section']}>
      {rows.length > DEFAULT_PAGE_SIZE && (
        <div className={stack['narrow']}>
          <TextField
            label={`Search ${label.toLowerCase()}`}
            type="search"
            value={text}
            onChange={(next) => {
              setText(next)
              toFirstPage()
            }}
            isOptional
          />
          <p role="status" className={stack['muted']}>
            {text.trim() !== '' && (found.length === 0 ? NO_RESULTS : `${formatCount(found.length)} found`)}
          </p>
        </div>
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={hasFields ? page.rows : sorted}
        rowKey={rowKey}
        sort={sort}
        onSort={(next) => {
          setSort(next)
          toFirstPage()
        }}
        rowHeight={hasFields ? undefined : 'measured'}
      />
      {hasFields && page.total > DEFAULT_PAGE_SIZE && (
        <Pagination
          page={page}
          size={place.size}
          sizes={PAGE_SIZES}
          onPage={(next) => setPlace({ ...place, page: next })}
          onSize={(size) => setPlace({ page: 1, size })}
          format={formatCount}
        />
      )}
    </div>
  )
}
