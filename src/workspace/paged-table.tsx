import { useMemo } from 'react'
import { DataTable, type DataTableProps } from '#ui/data-table.tsx'
import { pageOf } from '#ui/paging.ts'
import { sortRows } from '#ui/sorting.ts'
import { tableText } from '#workspace/table-text.ts'
import { ListPages } from '#workspace/list-pages.tsx'
import { usePaneActions } from '#workspace/pane-actions.ts'
import styles from '#workspace/list-grid.module.css'
import { useListView } from '#workspace/list-view.ts'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'sort' | 'onSort'> {
  /** The total, if only the first rows are loaded; `fetchAll` loads all of them. */
  total?: number | undefined
  fetchAll?: (() => Promise<readonly Row[]>) | undefined
}

/** A table with page and order in the pane's URL. */
export function PagedTable<Row>({ total, fetchAll, ...props }: PagedTableProps<Row>) {
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
  return (
    <div className={styles['list']}>
      <DataTable {...props} rows={page.rows} sort={view.sort} onSort={(sort) => setView({ sort, page: 1 })} />
      <ListPages page={page} view={view} setView={setView} />
    </div>
  )
}
