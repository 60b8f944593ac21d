import { useMemo, type ReactNode } from 'react'
import { copyText } from '#command-kit/clipboard.ts'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { tabSeparated } from '#domain/text/tab-separated.ts'
import { DataTable, type DataTableProps, type Column, type RowHeight } from '#ui/tables/data-table.tsx'
import { Pagination } from '#ui/tables/pagination.tsx'
import { pageOf, sortRows, type Page, type PageSize } from '#ui/tables/paging.ts'
import { rowHeightOnScreen } from '#ui/touch.ts'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { LIST_SIZES, useListView } from '#workspace/lists/list-view.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#workspace/lists/list-grid.module.css'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSort' | 'rowHeight'> {
  rowHeight?: RowHeight | undefined
  /** The total, if only the first rows are loaded; `fetchAll` loads all of them. */
  total?: number | undefined
  fetchAll?: (() => Promise<readonly Row[]>) | undefined
  /** The sorted rows of the list by their folds: pages are pages of folds. */
  folds?: readonly (readonly Row[])[]
  /** The noun of what the pages count. */
  noun?: string | undefined
  /** Whether the total is not known yet. */
  isCounting?: boolean
  /** Above the pagination. */
  children?: ReactNode
}

/** A table with page and order in the pane's URL. */
export function PagedTable<Row>({
  total,
  fetchAll,
  folds,
  noun,
  isCounting,
  children,
  ...props
}: PagedTableProps<Row>) {
  const [view, setView] = useListView()
  const sorted = useMemo(() => sortRows(props.rows, props.columns, view.sort), [props.rows, props.columns, view.sort])
  usePaneActions({
    'list.copy-table': {
      available: true,
      run: async () => {
        const all = fetchAll ? sortRows(await fetchAll(), props.columns, view.sort) : sorted
        await copyText(tableText(props.columns, all))
      },
    },
  })
  const listed = useMemo(() => folds ?? sorted.map((row): readonly Row[] => [row]), [folds, sorted])
  const page = pageOf(listed, view.page, view.size, total)
  const isPrinting = useIsPrinting()
  const isWhole = isPrinting || view.size === 'all'
  return (
    <div className={props.rowHeight === undefined ? styles['paged'] : styles['list']}>
      <div style={{ minBlockSize: isPrinting ? undefined : heightOfPage(page, view.size, props.rowHeight) }}>
        <DataTable
          {...props}
          rowHeight={props.rowHeight ?? (view.size === 'all' ? 'measured' : undefined)}
          rows={(isWhole ? listed : page.rows).flatMap((rows) => [...rows])}
          total={isWhole ? total : undefined}
          sort={view.sort}
          onSort={(sort) => setView({ sort, page: 1 })}
        />
      </div>
      <div className={props.rowHeight === undefined && view.size !== 'all' ? undefined : styles['foot']}>
        {children}
        <ListPages
          page={page}
          size={view.size}
          noun={noun}
          isCounting={isCounting}
          onPage={(next) => setView({ page: next })}
          onSize={(size) => setView({ size, page: 1 })}
        />
      </div>
    </div>
  )
}

/** The last page is as high as the others, so that the buttons stay under the pointer. */
function heightOfPage({ pages }: Page<unknown>, size: PageSize, rowHeight: RowHeight | undefined) {
  const HEAD = 28
  return size === 'all' || rowHeight === undefined || pages === 1
    ? undefined
    : HEAD + size * (rowHeightOnScreen(rowHeight) + 1)
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
  size: PageSize
  sizes?: readonly PageSize[]
  noun?: string | undefined
  isCounting?: boolean | undefined
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

/** Pagination of a list; hidden while the smallest page has room for all rows. */
export function ListPages({ page, sizes = LIST_SIZES, noun, ...props }: ListPagesProps) {
  if (page.total <= DEFAULT_PAGE_SIZE) return null
  const words = noun !== undefined && { totalWords: countOf(page.total, noun) }
  return <Pagination page={page} sizes={sizes} {...props} {...words} format={formatCount} />
}
