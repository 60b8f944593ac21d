import { useAtom, useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { use, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { CommandKitContext } from '#command-kit/kit.tsx'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import type { Sort } from '#ui/tables/data-table.tsx'
import type { PageSize } from '#ui/tables/paging.ts'
import { paneQueryAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'

/** The choices of a list whose rows are in the browser. */
export const LIST_SIZES: readonly PageSize[] = [...PAGE_SIZES, 'all']

/** Page, page size and order of a list. */
export interface ListView {
  readonly page: number
  readonly size: PageSize
  readonly sort: Sort | null
}

export type SetListView = (change: Partial<ListView>) => void

/** The page size that the user chose last. */
export const rowsPerPageAtom = userStorageAtom<PageSize>(
  'rows-per-page',
  v.picklist([...PAGE_SIZES, 'all']),
  DEFAULT_PAGE_SIZE,
)

/** The list view of the pane's URL; a size that it does not name is the user's. */
export const listViewAtom = screenAtom((id) =>
  selectAtom(paneQueryAtom(id), readListView, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
)

/** The search of a list; the catalog's search is in the URL. */
export const listSearchAtom = screenState('')

function readListView(params: URLSearchParams): Omit<ListView, 'size'> & { readonly size: PageSize | null } {
  const sortText = params.get('sort')
  return {
    page: Number(params.get('page') ?? 1),
    size: LIST_SIZES.find((candidate) => String(candidate) === params.get('size')) ?? null,
    sort: sortText ? { key: sortText.replace(/^-/, ''), descending: sortText.startsWith('-') } : null,
  }
}

/** The page size that the user chose last, and its setter. */
function useRowsPerPage() {
  const kit = use(CommandKitContext)
  return useAtom(rowsPerPageAtom(kit?.contextFor('button').user?.username ?? ''))
}

/** The pane's list view, and its setter. */
export function useListView(): readonly [ListView, SetListView] {
  const [, setParams] = useSearchParams()
  const inUrl = useAtomValue(listViewAtom(usePaneId()))
  const [kept, setKept] = useRowsPerPage()

  const setView: SetListView = (change) => {
    if (change.size !== undefined) setKept(change.size)
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        const write = (name: string, text: string | null) => (text === null ? next.delete(name) : next.set(name, text))
        if (change.page !== undefined) write('page', change.page === 1 ? null : String(change.page))
        if (change.size !== undefined) write('size', String(change.size))
        if (change.sort !== undefined) {
          write('sort', change.sort && `${change.sort.descending ? '-' : ''}${change.sort.key}`)
        }
        return next
      },
      { replace: true },
    )
  }

  return [{ ...inUrl, size: inUrl.size ?? kept }, setView]
}

/** Page and page size of a table that no URL has, and its pager. A kept size that it does not offer becomes its last one. */
export function useLocalPages<Size extends PageSize>(sizes: readonly Size[]) {
  const [page, setPage] = useState(1)
  const [kept, setSize] = useRowsPerPage()
  const size = sizes.find((one) => one === kept) ?? sizes.at(-1)
  return {
    page,
    size: size ?? DEFAULT_PAGE_SIZE,
    setPage,
    pager: {
      sizes,
      onPage: setPage,
      onSize: (next: PageSize) => {
        setSize(next)
        setPage(1)
      },
    },
  }
}
