import { useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { useSearchParams } from 'react-router-dom'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import type { Sort } from '#ui/tables/data-table.tsx'
import { paneQueryAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

/** Page, page size and order of a list. */
export interface ListView {
  readonly page: number
  readonly size: number
  readonly sort: Sort | null
}

export type SetListView = (change: Partial<ListView>) => void

/** The list view of the pane's URL; defaults are omitted from the URL. */
export const listViewAtom = screenAtom((id) =>
  selectAtom(paneQueryAtom(id), readListView, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
)

/** The search of a list; the catalog's search is in the URL. */
export const listSearchAtom = screenState('')

function readListView(params: URLSearchParams): ListView {
  const sortText = params.get('sort')
  return {
    page: Number(params.get('page') ?? 1),
    size: PAGE_SIZES.find((candidate) => String(candidate) === params.get('size')) ?? DEFAULT_PAGE_SIZE,
    sort: sortText ? { key: sortText.replace(/^-/, ''), descending: sortText.startsWith('-') } : null,
  }
}

/** The pane's list view, and its setter. */
export function useListView(): readonly [ListView, SetListView] {
  const [, setParams] = useSearchParams()
  const view = useAtomValue(listViewAtom(usePaneId()))

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

  return [view, setView]
}
