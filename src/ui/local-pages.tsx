import { useState, type ReactNode } from 'react'
import { Pagination } from '#ui/pagination.tsx'
import { pageOf } from '#ui/paging.ts'

interface LocalPagesProps<Row> {
  rows: readonly Row[]
  /** The first one is the default; shorter lists have no pagination. */
  sizes: readonly [number, ...number[]]
  format: (count: number) => string
  children: (rows: readonly Row[]) => ReactNode
}

/** Pagination with local state, for a list within a screen. */
export function LocalPages<Row>({ rows, sizes, format, children }: LocalPagesProps<Row>) {
  const [view, setView] = useState({ page: 1, size: sizes[0] })
  const page = pageOf(rows, view.page, view.size)
  return (
    <>
      {children(page.rows)}
      {rows.length > sizes[0] && (
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
