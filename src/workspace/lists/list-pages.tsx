import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { Pagination } from '#ui/tables/pagination.tsx'
import type { Page } from '#ui/tables/paging.ts'
import type { ListView, SetListView } from '#workspace/lists/list-view.ts'

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
