import { useAtom } from 'jotai'
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { pageOf } from '#ui/tables/paging.ts'
import { TREE_ROW_HEIGHT, TreeGrid, type TreeColumn, type TreeRow } from '#ui/tables/tree-grid.tsx'
import { SelectionBar } from '#workspace/lists/list-grid.tsx'
import { useListScroll } from '#workspace/lists/list-scroll.ts'
import { useListView, type SetListView } from '#workspace/lists/list-view.ts'
import { openInTab, useLinkedList } from '#workspace/lists/open-elsewhere.ts'
import { ListPages, pageActions } from '#workspace/lists/paged-table.tsx'
import { QuickLook, useQuickLook } from '#workspace/lists/quick-look.tsx'
import { useRowRename } from '#workspace/lists/row-rename.tsx'
import { rowUnderCursorAtom, useRowSelection } from '#workspace/lists/row-selection.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import type { Renaming } from '#workspace/panes/rename.ts'
import styles from '#workspace/lists/list-grid.module.css'

interface ListTreeProps<Row extends TreeRow> {
  label: string
  columns: readonly [TreeColumn<Row>, ...TreeColumn<Row>[]]
  rows: readonly Row[]
  /** Null for a heading, which folds instead. */
  invocation: (row: Row) => Invocation | null
  onToggle: (row: Row, isExpanded: boolean) => void
  /** Null for a row without a name of the user's. */
  onRename: (row: Row) => Renaming | null
  /** Shown while rows are selected. */
  selectionActions: (cohortIds: readonly number[]) => ReactNode
}

/** A tree of the pane, operated by list commands and arrow keys. */
export function ListTree<Row extends TreeRow>(props: ListTreeProps<Row>) {
  const { invocation, onToggle, onRename, selectionActions, ...tree } = props
  const { rows } = tree
  const run = useRunCommand()
  const registry = useRegistry()
  const [activeKey, setActiveKey] = useAtom(rowUnderCursorAtom(usePaneId()))
  const [focusRequest, setFocusRequest] = useState(0)
  const [view, setView] = useListView()
  const page = pageOf(rows, view.page, view.size)
  const found = rows.findIndex((row) => row.key === activeKey)
  const activeIndex = found === -1 ? page.first : found
  const active = rows[activeIndex]
  const target = active === undefined ? null : invocation(active)

  const setActive = (key: string, takesFocus: boolean) => {
    setActiveKey(key)
    if (takesFocus) setFocusRequest((request) => request + 1)
  }
  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)]
    if (row) setActive(row.key, true)
  }
  const goToPage = (next: number) => {
    goTo((next - 1) * view.size)
    setView({ page: next })
  }
  const list = useListScroll({
    rowHeight: TREE_ROW_HEIGHT,
    size: view.size,
    page: view.page,
    loaded: rows.length,
    total: rows.length,
    onPage: (reached) => setView({ page: reached }),
  })
  const setPage: SetListView = (change) => {
    const first = rows[((change.page ?? 1) - 1) * (change.size ?? view.size)]
    if (first) setActiveKey(first.key)
    setView(change)
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
  const renameField = useRowRename(active && onRename(active), () => active && setActive(active.key, true))
  usePaneActions({
    'list.next': { available: hasRows, run: () => goTo(found === -1 ? page.first : activeIndex + 1) },
    'list.previous': { available: hasRows, run: () => goTo(activeIndex - 1) },
    'list.first': { available: hasRows, run: () => goTo(0) },
    'list.last': { available: hasRows, run: () => goTo(rows.length - 1) },
    ...pageActions(page, goToPage),
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
    <div ref={list} className={styles['list']} onKeyDown={handleKeyDown}>
      {quickLook.isOpen && <QuickLook url={target && registry.addressOf(target)} onClose={quickLook.close} />}
      {renameField}
      <TreeGrid
        {...tree}
        isList
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
            {selectionActions(selection.cohortIds)}
          </SelectionBar>
        )}
        <ListPages page={page} view={view} setView={setPage} list={list} rowHeight={TREE_ROW_HEIGHT} />
      </div>
    </div>
  )
}
