import { useMemo, type ReactNode, type RefObject } from 'react'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTable, type DataTableProps, type Column, type RowHeight } from '#ui/tables/data-table.tsx'
import { Pagination } from '#ui/tables/pagination.tsx'
import { pageOf, sortRows, type Page } from '#ui/tables/paging.ts'
import { tabSeparated } from '#ui/tables/tab-separated.ts'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { useListScroll, useVisibleRows } from '#workspace/lists/list-scroll.ts'
import { useListView, type SetListView, type ListView } from '#workspace/lists/list-view.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#workspace/lists/list-grid.module.css'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSort' | 'rowHeight'> {
  rowHeight?: RowHeight | undefined
  /** The total, if only the first rows are loaded; `fetchAll` loads all of them. */
  total?: number | undefined
  fetchAll?: (() => Promise<readonly Row[]>) | undefined
  /** Above the pagination. */
  children?: ReactNode
  /** Called before the pagination shows a page whose first row is loaded. */
  onPage?: (first: Row) => void
}

/** A table with page and order in the pane's URL; with a row height a continuous list, whose pages are positions. */
export function PagedTable<Row>({ total, fetchAll, children, onPage, ...props }: PagedTableProps<Row>) {
  const [view, setView] = useListView()
  const sorted = useMemo(() => sortRows(props.rows, props.columns, view.sort), [props.rows, props.columns, view.sort])
  usePaneActions({
    'list.copy-table': {
      available: true,
      run: async () => {
        const all = fetchAll ? sortRows(await fetchAll(), props.columns, view.sort) : sorted
        await navigator.clipboard.writeText(tableText(props.columns, all))
      },
    },
  })
  const page = pageOf(sorted, view.page, view.size, total)
  const isList = props.rowHeight !== undefined
  const isPrinting = useIsPrinting()
  const list = useListScroll({
    rowHeight: props.rowHeight,
    size: view.size,
    page: view.page,
    loaded: sorted.length,
    total: total ?? sorted.length,
    onPage: (reached) => setView({ page: reached }),
  })
  const setPage: SetListView = (change) => {
    const first = sorted[((change.page ?? 1) - 1) * (change.size ?? view.size)]
    if (first !== undefined) onPage?.(first)
    setView(change)
  }
  return (
    <div ref={list} className={isList ? styles['list'] : styles['paged']}>
      <DataTable
        {...props}
        rows={isList || isPrinting ? sorted : page.rows}
        total={isList || isPrinting ? total : undefined}
        sort={view.sort}
        onSort={(sort) => setView({ sort, page: 1 })}
      />
      <div className={isList ? styles['foot'] : undefined}>
        {children}
        <ListPages page={page} view={view} setView={setPage} list={list} rowHeight={props.rowHeight} />
      </div>
    </div>
  )
}

/** A table as tab-separated text for spreadsheets. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return tabSeparated([
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => textOf(column, row))),
  ])
}

function textOf<Row>({ cell, sortValue }: Column<Row>, row: Row): string {
  if (sortValue) return String(sortValue(row) ?? '')
  const shown = cell(row)
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''
}

interface ListPagesProps {
  page: Page<unknown>
  view: ListView
  setView: SetListView
  /** The element around the table. */
  list: RefObject<HTMLElement | null>
  /** Of a continuous list. */
  rowHeight: number | undefined
}

/** Pagination of a list; hidden for one page, and for a continuous list whose rows are all visible at once. */
export function ListPages({ page, view, setView, list, rowHeight }: ListPagesProps) {
  const visible = useVisibleRows(list, rowHeight, page.total)
  if (page.total <= DEFAULT_PAGE_SIZE || visible === 'all') return null
  return (
    <Pagination
      page={page}
      visible={visible}
      size={view.size}
      sizes={PAGE_SIZES}
      onPage={(next) => setView({ page: next })}
      onSize={(size) => setView({ size, page: 1 })}
      format={formatCount}
    />
  )
}

/** The commands that turn the pages of a list. */
export function pageActions({ page, pages }: Page<unknown>, goToPage: (page: number) => void) {
  return {
    'list.next-page': {
      available: page < pages || { because: 'This is the last page.' },
      run: () => goToPage(page + 1),
    },
    'list.previous-page': {
      available: page > 1 || { because: 'This is the first page.' },
      run: () => goToPage(page - 1),
    },
  }
}
