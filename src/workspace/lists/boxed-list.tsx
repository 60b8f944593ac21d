import { useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { DataTable, type DataTableProps, type RowHeight } from '#ui/tables/data-table.tsx'
import { pageOf } from '#ui/tables/paging.ts'
import { useListScroll } from '#workspace/lists/list-scroll.ts'
import type { ListView } from '#workspace/lists/list-view.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import styles from '#workspace/lists/boxed-list.module.css'

interface BoxedListProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey'> {
  rowHeight: RowHeight
}

/** A continuous list in a scroll area of its own, beside other lists of a screen; its pages are positions. */
export function BoxedList<Row>(props: BoxedListProps<Row>) {
  const { label, rows, rowHeight } = props
  const [view, setView] = useState<ListView>({ page: 1, size: DEFAULT_PAGE_SIZE, sort: null })
  const page = pageOf(rows, view.page, view.size)
  const list = useListScroll({
    rowHeight,
    size: view.size,
    page: page.page,
    loaded: rows.length,
    total: rows.length,
    onPage: (reached) => setView((before) => ({ ...before, page: reached })),
  })
  const isLong = rows.length > DEFAULT_PAGE_SIZE
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
      <div className={styles['box']} {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls` })}>
        <div ref={list}>
          <DataTable {...props} />
        </div>
      </div>
      <ListPages
        page={page}
        view={view}
        setView={(change) => setView({ ...view, ...change })}
        list={list}
        rowHeight={rowHeight}
      />
    </>
  )
}
