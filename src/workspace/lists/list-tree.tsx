import styles from '#workspace/lists/list-grid.module.css'
import { useAtom } from 'jotai'
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { pageOf } from '#ui/tables/paging.ts'
import { TreeGrid, type TreeColumn, type TreeRow } from '#ui/tables/tree-grid.tsx'
import { openInTab, useLinkedList } from '#workspace/lists/open-elsewhere.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { useListView } from '#workspace/lists/list-view.ts'
import { QuickLook, useQuickLook } from '#workspace/lists/quick-look.tsx'
import { rowUnderCursorAtom, useRowSelection } from '#workspace/lists/row-selection.ts'
import { SelectionBar } from '#workspace/lists/list-grid.tsx'

interface ListTreeProps<Row extends TreeRow> {
  label: string
  columns: readonly [TreeColumn<Row>, ...TreeColumn<Row>[]]
  rows: readonly Row[]
  /** Null for a heading, which folds instead. */
  invocation: (row: Row) => Invocation | null
  onToggle: (row: Row, isExpanded: boolean) => void
  /** Shown while rows are selected. */
  selectionActions: ReactNode
}

/** A tree of the pane, operated by list commands and arrow keys. */
export function ListTree<Row extends TreeRow>({ invocation, onToggle, selectionActions, ...tree }: ListTreeProps<Row>) {
  const { rows } = tree
  const run = useRunCommand()
  const registry = useRegistry()
  const [activeKey, setActiveKey] = useAtom(rowUnderCursorAtom(usePaneId()))
  const [focusRequest, setFocusRequest] = useState(0)
  const [view, setView] = useListView()
  const page = pageOf(rows, view.page, view.size)
  const activeIndex = Math.max(
    page.first,
    rows.findIndex((row) => row.key === activeKey),
  )
  const active = rows[activeIndex]
  const target = active === undefined ? null : invocation(active)

  const setActive = (key: string, takesFocus: boolean) => {
    setActiveKey(key)
    if (takesFocus) setFocusRequest((request) => request + 1)
  }
  const goTo = (index: number) => {
    const place = Math.min(Math.max(0, index), rows.length - 1)
    const row = rows[place]
    if (!row) return
    if (pageOfRow(place, view.size) !== page.page) setView({ page: pageOfRow(place, view.size) })
    setActive(row.key, true)
  }
  const open = (row: Row | undefined, where: 'here' | 'beside') => {
    const opened = row === undefined ? null : invocation(row)
    if (opened) void run(opened, where)
    else if (row !== undefined && row.isExpanded !== null) onToggle(row, !row.isExpanded)
  }

  const link = useLinkedList(target && registry.addressOf(target))
  const invocations = useMemo(
    () =>
      new Map(
        rows
          .flatMap((row) => [[row.key, invocation(row)] as const])
          .flatMap(([key, to]) => (to ? [[key, to] as const] : [])),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- a new closure on each render, equal for equal rows
    [rows],
  )
  const selection = useRowSelection({ activeKey: target && active ? active.key : null, invocations })
  const hasRows = active !== undefined || { because: 'The list is empty.' }
  const quickLook = useQuickLook(hasRows)
  usePaneActions({
    'list.next': { available: hasRows, run: () => goTo(activeKey === null ? page.first : activeIndex + 1) },
    'list.previous': { available: hasRows, run: () => goTo(activeIndex - 1) },
    'list.first': { available: hasRows, run: () => goTo(page.first) },
    'list.last': { available: hasRows, run: () => goTo(page.first + page.rows.length - 1) },
    'list.next-page': {
      available: page.page < page.pages || { because: 'This is the last page.' },
      run: () => setView({ page: page.page + 1 }),
    },
    'list.previous-page': {
      available: page.page > 1 || { because: 'This is the first page.' },
      run: () => setView({ page: page.page - 1 }),
    },
    'list.open': { available: hasRows, run: () => open(active, 'here') },
    'list.open-beside': { available: hasRows, run: () => open(active, 'beside') },
    'list.open-tab': { available: hasRows, run: () => openInTab(target && registry.addressOf(target)) },
    'list.quick-look': quickLook.action,
    'pane.link': { available: hasRows, run: link },
    'list.select': selection.select,
    compare: selection.compare,
    'compare.in-table': selection.compareInTable,
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !quickLook.isOpen) return
    event.stopPropagation()
    quickLook.close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works from anywhere in the list
    <div className={styles['list']} onKeyDown={handleKeyDown}>
      {quickLook.isOpen && <QuickLook url={target && registry.addressOf(target)} onClose={quickLook.close} />}
      <TreeGrid
        {...tree}
        rows={withAncestors(rows, page.first, page.rows)}
        activeKey={activeKey}
        onActive={setActive}
        onToggle={onToggle}
        onOpen={open}
        isSelected={(row) => (invocations.has(row.key) ? selection.selected.has(row.key) : undefined)}
        onSelect={(row, how) => (invocations.has(row.key) ? selection.choose(row.key, how) : undefined)}
        focusRequest={focusRequest}
      />
      <div className={styles['foot']}>
        {selection.keys.length > 0 && (
          <SelectionBar count={selection.keys.length} onClear={selection.clear}>
            {selectionActions}
          </SelectionBar>
        )}
        <ListPages page={page} view={view} setView={setView} />
      </div>
    </div>
  )
}

/** The rows of a page, preceded by their ancestors from earlier pages. */
export function withAncestors<Row extends TreeRow>(
  all: readonly Row[],
  first: number,
  rows: readonly Row[],
): readonly Row[] {
  const ancestors: Row[] = []
  let level = rows[0]?.level ?? 1
  for (const row of all.slice(0, first).toReversed()) {
    if (row.level >= level) continue
    ancestors.unshift(row)
    level = row.level
  }
  return [...ancestors, ...rows]
}

/** The page of a row, from 1. */
export function pageOfRow(index: number, size: number): number {
  return Math.floor(index / size) + 1
}
