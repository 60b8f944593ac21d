import styles from '#workspace/lists/list-grid.module.css'
import { useMemo, type ReactNode, useEffect, useRef, type RefObject } from 'react'
import { DataTable, type DataTableProps, type Column, type RowHeight } from '#ui/tables/data-table.tsx'
import { pageOf, sortRows, type Page } from '#ui/tables/paging.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useListView, type SetListView, type ListView } from '#workspace/lists/list-view.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { Pagination } from '#ui/tables/pagination.tsx'
import { scrollerOf } from '#ui/tables/visible-rows.ts'

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
        rows={isList ? sorted : page.rows}
        total={isList ? total : undefined}
        sort={view.sort}
        onSort={(sort) => setView({ sort, page: 1 })}
      />
      <div className={isList ? styles['foot'] : undefined}>
        {children}
        <ListPages page={page} view={view} setView={setPage} />
      </div>
    </div>
  )
}

/** A table as tab-separated text for spreadsheets. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map((column) => textOf(column, row))),
  ]
  return lines.map((cells) => `${cells.map(plain).join('\t')}\n`).join('')
}

function textOf<Row>({ cell, sortValue }: Column<Row>, row: Row): string {
  if (sortValue) return String(sortValue(row) ?? '')
  const shown = cell(row)
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''
}

/** Removes tabs and line breaks, and escapes formulas (CSV injection). */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return /^[=+@]/.test(line) ? `'${line}` : line
}

interface ListPagesProps {
  page: Page<unknown>
  view: ListView
  setView: SetListView
}

/** Pagination of a list with its page in the pane's URL; hidden for one page. */
export function ListPages({ page, view, setView }: ListPagesProps) {
  if (page.total <= DEFAULT_PAGE_SIZE) return null
  return (
    <Pagination
      page={page}
      size={view.size}
      sizes={PAGE_SIZES}
      onPage={(next) => setView({ page: next })}
      onSize={(size) => setView({ size, page: 1 })}
      format={formatCount}
    />
  )
}

/** Milliseconds without scrolling before the page in the URL follows (debounce). */
const SETTLE_DELAY = 150

interface ListScroll {
  /** Undefined for a table that renders one page only. */
  readonly rowHeight: number | undefined
  readonly size: number
  /** The page of the URL, from 1. */
  readonly page: number
  readonly loaded: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/**
 * Keeps the page of the URL and the scroll position of a continuous list in step: a page is a position in the list.
 * Returns the ref of the element around the table.
 */
export function useListScroll(settings: ListScroll): RefObject<HTMLDivElement | null> {
  const { page, loaded, rowHeight } = settings
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(settings)
  /** The page that the user scrolled to; the list must not scroll to its first row. */
  const reached = useRef<number | null>(null)
  /** The scroll position of the last jump. */
  const jumpedTo = useRef<number | null>(null)
  useEffect(() => {
    latest.current = settings
  })

  useEffect(() => {
    const { current } = latest
    const place = placeOf(list.current, current)
    if (place === null || page === reached.current) return
    reached.current = null
    const isLoading = (page - 1) * current.size >= loaded && loaded < current.total
    if (isLoading || place.page === page) return
    place.scroller.scrollTop = page === 1 ? 0 : place.top + (page - 1) * current.size * place.rowHeight
    jumpedTo.current = place.scroller.scrollTop
  }, [page, loaded])

  useEffect(() => {
    const scroller = rowHeight === undefined ? null : scrollerOf(list.current)
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      const place = placeOf(list.current, latest.current)
      if (place === null || place.scroller.scrollTop === jumpedTo.current || place.page === latest.current.page) return
      reached.current = place.page
      latest.current.onPage(place.page)
    }
    const handleScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(follow, SETTLE_DELAY)
    }
    scroller?.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      scroller?.removeEventListener('scroll', handleScroll)
    }
  }, [rowHeight])

  return list
}

/** The page whose rows are in sight, and the scroll position of the first row. */
function placeOf(list: HTMLElement | null, { rowHeight, size, loaded, total }: ListScroll) {
  const scroller = scrollerOf(list)
  const body = list?.querySelector('tbody, [role=rowgroup]')
  if (!scroller || !body || rowHeight === undefined) return null
  const head = body.previousElementSibling?.getBoundingClientRect().height ?? 0
  const offset = body.getBoundingClientRect().top - scroller.getBoundingClientRect().top - head
  const { scrollTop, clientHeight, scrollHeight } = scroller
  const isAtEnd = scrollTop > 0 && loaded >= total && scrollTop + clientHeight >= scrollHeight - 1
  // A pixel of tolerance: positions are fractions on some screens.
  const first = isAtEnd ? Math.max(0, total - 1) : Math.floor(Math.max(0, 1 - offset) / rowHeight)
  return { scroller, page: Math.floor(first / size) + 1, top: scrollTop + offset, rowHeight }
}
