import { useMemo } from 'react'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { DataTable, type DataTableProps } from '#ui/data-table.tsx'
import { pageOf } from '#ui/paging.ts'
import { Pagination } from '#ui/pagination.tsx'
import { sortRows } from '#ui/sorting.ts'
import { tableText } from '#workspace/table-text.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'
import styles from '#workspace/list-grid.module.css'
import { useListView } from '#workspace/list-view.ts'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSort'> {
  /** How many rows there are, where only the first of them are here; then also what fetches them all. */
  total?: number | undefined
  fetchAll?: (() => Promise<readonly Row[]>) | undefined
}

/** A table paged and sorted by its pane's URL. */
export function PagedTable<Row>({ total, fetchAll, ...props }: PagedTableProps<Row>) {
  const [view, setView] = useListView()
  const sorted = useMemo(() => sortRows(props.rows, props.columns, view.sort), [props.rows, props.columns, view.sort])
  usePaneActions({
    'copy-table': {
      available: true,
      run: async () => {
        const all = fetchAll ? sortRows(await fetchAll(), props.columns, view.sort) : sorted
        await navigator.clipboard.writeText(tableText(props.columns, all))
      },
    },
  })
  const page = pageOf(sorted, view.page, view.size, total)
  return (
    <div className={styles['list']}>
      <DataTable {...props} rows={page.rows} sort={view.sort} onSort={(sort) => setView({ sort, page: 1 })} />
      {page.total > DEFAULT_PAGE_SIZE && (
        <Pagination
          page={page}
          size={view.size}
          sizes={PAGE_SIZES}
          onPage={(next) => setView({ page: next })}
          onSize={(size) => setView({ size, page: 1 })}
          format={formatCount}
        />
      )}
    </div>
  )
}
