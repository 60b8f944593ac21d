import { useMemo, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { foldText } from '#domain/text/text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable, type DataTableProps, type Sort } from '#ui/tables/data-table.tsx'
import { pageOf, sortRows } from '#ui/tables/paging.ts'
import { LIST_SIZES, useLocalPages } from '#workspace/lists/list-view.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import stack from '#ui/stack.module.css'
import styles from '#workspace/lists/local-table.module.css'

interface LocalTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSort' | 'total'> {
  /** The searchable text of a row; without it the table has no search. */
  wordsOf?: (row: Row) => string
}

/** A table whose search, page and order no URL has: in a dialog, or one of several on a screen. */
export function LocalTable<Row>({ rows, wordsOf, ...table }: LocalTableProps<Row>) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState<Sort | null>(null)
  const { page: wanted, size, setPage, pager } = useLocalPages(LIST_SIZES)
  const found = useMemo(() => {
    const words = foldText(text).split(/\s+/)
    return wordsOf ? rows.filter((row) => words.every((word) => foldText(wordsOf(row)).includes(word))) : rows
  }, [rows, text, wordsOf])
  const sorted = useMemo(() => sortRows(found, table.columns, sort), [found, table.columns, sort])
  const page = pageOf(sorted, wanted, size)
  const isScrolling = size === 'all' && sorted.length > DEFAULT_PAGE_SIZE
  return (
    <div className={stack['section']}>
      {wordsOf && rows.length > DEFAULT_PAGE_SIZE && (
        <div className={stack['narrow']}>
          <TextField
            label={`Search ${table.label.toLowerCase()}`}
            type="search"
            value={text}
            onChange={(next) => {
              setText(next)
              setPage(1)
            }}
            isOptional
          />
          <p role="status" className={stack['muted']}>
            {text.trim() !== '' && (found.length === 0 ? NO_RESULTS : `${formatCount(found.length)} found`)}
          </p>
        </div>
      )}
      <div
        className={isScrolling ? styles['box'] : undefined}
        {...(isScrolling && { tabIndex: 0, role: 'group', 'aria-label': `${table.label}, scrolls` })}
      >
        <DataTable
          {...table}
          rowHeight={table.rowHeight ?? (isScrolling ? 'measured' : undefined)}
          rows={page.rows}
          sort={sort}
          onSort={(next) => {
            setSort(next)
            setPage(1)
          }}
        />
      </div>
      <ListPages page={page} size={size} {...pager} />
    </div>
  )
}
