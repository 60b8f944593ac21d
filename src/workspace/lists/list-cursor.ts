import { useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { CommandId } from '#commands/signatures.ts'
import { pageOf, type Page } from '#ui/tables/paging.ts'
import { useListView } from '#workspace/lists/list-view.ts'
import type { RowPlace } from '#workspace/lists/row-selection.ts'
import { leftRowsAtom, rowUnderCursorAtom } from '#workspace/lists/row-state.ts'
import { focusedIdAtom, paneAtom, pathOf, transitionAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { afterDialogs } from '#workspace/use-pane-focus.ts'

interface ListCursor extends RowPlace {
  /** Of the folds in a list that has them. */
  readonly page: Page<string>
  /** The row under the cursor; null in an empty list. */
  readonly activeKey: string | null
  readonly setActiveKey: (key: string) => void
  readonly goToPage: (page: number) => void
  /** Moves by rows from the one under the cursor. */
  readonly move: (by: number) => void
  readonly takeFocus: () => void
  /** Incremented to focus the row under the cursor. */
  readonly focusRequest: number
  readonly actions: Partial<Record<CommandId, PaneAction>>
}

interface CursorSettings {
  /** Where each fold begins in the keys, if the list has folds: pages are pages of folds. */
  readonly starts?: readonly number[]
  /** The number of folds, or of rows, if only the first are loaded. */
  readonly total?: number | undefined
}

/** The row under the cursor of the pane's list, and the commands that move it, across its pages. */
export function useListCursor(keys: readonly string[], settings: CursorSettings = {}): ListCursor {
  const { starts } = settings
  const listed = starts ? starts.flatMap((start) => keys[start] ?? []) : keys
  const [view, setView] = useListView()
  const [focusRequest, setFocusRequest] = useState(0)
  const takeFocus = () => setFocusRequest((request) => request + 1)
  const [keptKey, setActiveKey] = useRowUnderCursor(takeFocus)
  /** The row to move to as soon as it is loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const page = pageOf(listed, view.page, view.size, settings.total)
  /** The number of rows with those of open folds. */
  const total = keys.length + page.total - listed.length
  const startOf = (fold: number) => (starts ? (starts[fold] ?? keys.length + fold - starts.length) : fold)
  const foldOf = (row: number) => {
    if (!starts || row >= keys.length) return listed.length + row - keys.length
    return starts.findLastIndex((start) => start <= row)
  }
  const first = startOf(page.first)
  const found = keptKey === null ? -1 : keys.indexOf(keptKey)
  const isShown = found >= first && found < startOf(page.first + page.rows.length)
  const activeIndex = isShown ? found : first

  const goTo = (index: number) => {
    const place = Math.min(Math.max(0, index), total - 1)
    const pageOfPlace = view.size === 'all' ? 1 : Math.floor(foldOf(place) / view.size) + 1
    if (pageOfPlace !== page.page) setView({ page: pageOfPlace })
    const key = keys[place]
    setAwaited(key === undefined && total > 0 ? place : null)
    if (key === undefined) return
    setActiveKey(key)
    takeFocus()
  }
  const goToPage = (next: number) => goTo(view.size === 'all' ? 0 : startOf((next - 1) * view.size))
  useEffect(() => {
    if (awaited !== null && (awaited < keys.length || keys.length >= total)) goTo(awaited)
    // oxlint-disable-next-line react/exhaustive-deps -- for new rows only
  }, [awaited, keys.length, total])

  // The row in place of a deleted one takes the focus that the deleted one had.
  const lastFound = useRef(-1)
  useEffect(() => {
    if (found >= 0) lastFound.current = found
    const place = Math.min(lastFound.current, keys.length - 1)
    if (found >= 0 || place < 0) return undefined
    return afterDialogs(() => {
      lastFound.current = -1
      if (document.activeElement === document.body) goTo(place)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- for other rows only
  }, [keys, found])

  const hasRows = keys.length > 0 || { because: 'The list is empty.' }
  // The first key shows where the cursor is.
  const isKnown = isShown && keptKey !== null
  return {
    page,
    keys,
    isKnown,
    activeKey: keys[activeIndex] ?? null,
    activeIndex,
    setActiveKey,
    goTo,
    goToPage,
    move: (by) => goTo(activeIndex + by),
    takeFocus,
    focusRequest,
    actions: {
      'list.next': { available: hasRows, run: () => goTo(isKnown ? activeIndex + 1 : activeIndex) },
      'list.previous': { available: hasRows, run: () => goTo(activeIndex - 1) },
      'list.first': { available: hasRows, run: () => goTo(0) },
      'list.last': { available: hasRows, run: () => goTo(total - 1) },
      'list.next-page': {
        available: page.page < page.pages || { because: 'This is the last page.' },
        run: () => goToPage(page.page + 1),
      },
      'list.previous-page': {
        available: page.page > 1 || { because: 'This is the first page.' },
        run: () => goToPage(page.page - 1),
      },
    },
  }
}

/** The key of the row under the cursor. After Back or Forward it is the row that the page was left on. */
function useRowUnderCursor(takeFocus: () => void) {
  const paneId = usePaneId()
  const store = useStore()
  const [key, setKey] = useAtom(rowUnderCursorAtom(paneId))
  const place = `${paneId} ${pathOf(useAtomValue(paneAtom(paneId))?.url)}`

  useLayoutEffect(() => {
    const left = store.get(transitionAtom) === 'pop' ? store.get(leftRowsAtom).get(place) : undefined
    if (left === undefined) return
    setKey(left)
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement instanceof HTMLHeadingElement
    if (isFree && store.get(focusedIdAtom) === paneId) takeFocus()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [place])

  const moveTo = (next: string) => {
    setKey(next)
    store.set(leftRowsAtom, (rows) => new Map(rows).set(place, next))
  }
  return [key, moveTo] as const
}
