import styles from '#ui/tables/boxed-list.module.css'
import { useState } from 'react'
import { DataTable, type DataTableProps, type RowHeight } from '#ui/tables/data-table.tsx'
import { useListScroll } from '#ui/tables/list-scroll.ts'
import { pageOf } from '#ui/tables/paging.ts'
import { Pagination } from '#ui/tables/pagination.tsx'

interface BoxedListProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey'> {
  /** Measured rows have no pages, whose positions need a height. */
  rowHeight: RowHeight | 'measured'
  /** The first one is the default; shorter lists have no pagination. */
  sizes: readonly [number, ...number[]]
  format: (count: number) => string
}

/** A continuous list in a scroll area of its own, beside other lists of a screen; its pages are positions. */
export function BoxedList<Row>({ sizes, format, ...table }: BoxedListProps<Row>) {
  const { label, rows, rowHeight } = table
  const [view, setView] = useState({ page: 1, size: sizes[0] })
  const page = pageOf(rows, view.page, view.size)
  const isLong = rows.length > sizes[0]
  const hasPages = isLong && rowHeight !== 'measured'
  const list = useListScroll({
    rowHeight: rowHeight === 'measured' ? undefined : rowHeight,
    size: view.size,
    page: page.page,
    loaded: rows.length,
    total: rows.length,
    onPage: (reached) => setView((before) => ({ ...before, page: reached })),
  })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
      <div className={styles['box']} {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls` })}>
        <div ref={list}>
          <DataTable {...table} />
        </div>
      </div>
      {hasPages && (
        <Pagination
          page={page}
          size={view.size}
          sizes={sizes}
          onPage={(next) => setView({ ...view, page: next })}
          onSize={(size) => setView({ page: 1, size })}
          format={format}
        />
      )}
    </>
  )
}
