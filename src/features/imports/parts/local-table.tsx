import { useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTable, type Column, type Sort } from '#ui/tables/data-table.tsx'
import { sortRows } from '#ui/tables/paging.ts'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/forms/text-field.tsx'

interface LocalTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The searchable text of a row. */
  wordsOf: (row: Row) => string
}

/** One continuous list with its own search and order: a dialog has no address for them. */
export function LocalTable<Row>({ label, columns, rows, rowKey, wordsOf }: LocalTableProps<Row>) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort | null>(null)
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/)
    return rows.filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)))
  }, [rows, text, wordsOf])
  const sorted = useMemo(() => sortRows(found, columns, sort), [found, columns, sort])
  return (
    <div className={stack['section']}>
      {rows.length > DEFAULT_PAGE_SIZE && (
        <div className={stack['narrow']}>
          <TextField label={`Search ${label.toLowerCase()}`} type="search" value={text} onChange={setText} isOptional />
          <p role="status" className={stack['muted']}>
            {text.trim() !== '' && (found.length === 0 ? NO_RESULTS : `${formatCount(found.length)} found`)}
          </p>
        </div>
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={sorted}
        rowKey={rowKey}
        sort={sort}
        onSort={setSort}
        rowHeight="measured"
      />
    </div>
  )
}
