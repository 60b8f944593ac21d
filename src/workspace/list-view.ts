import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import type { Sort } from '#ui/data-table.tsx'

/** How a list is shown: page, size and order. */
export interface ListView {
  readonly page: number
  readonly size: number
  readonly sort: Sort | null
}

export type SetListView = (change: Partial<ListView>) => void

/** A list's view as the pane's URL has it; what is usual is left out of it. */
export function useListView(): readonly [ListView, SetListView] {
  const [params, setParams] = useSearchParams()
  const sortText = params.get('sort')
  const size = PAGE_SIZES.find((candidate) => String(candidate) === params.get('size')) ?? DEFAULT_PAGE_SIZE
  const sort = useMemo(
    () => (sortText ? { key: sortText.replace(/^-/, ''), descending: sortText.startsWith('-') } : null),
    [sortText],
  )

  const setView: SetListView = (change) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        const write = (name: string, text: string | null) => (text === null ? next.delete(name) : next.set(name, text))
        if (change.page !== undefined) write('page', change.page === 1 ? null : String(change.page))
        if (change.size !== undefined) write('size', change.size === DEFAULT_PAGE_SIZE ? null : String(change.size))
        if (change.sort !== undefined) {
          write('sort', change.sort && `${change.sort.descending ? '-' : ''}${change.sort.key}`)
        }
        return next
      },
      { replace: true },
    )

  return [{ page: Number(params.get('page') ?? 1), size, sort }, setView]
}
