import { useMemo, type KeyboardEvent, type ReactNode } from 'react'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { startsOf } from '#ui/tables/paging.ts'
import { TreeGrid, type TreeColumn, type TreeRow } from '#ui/tables/tree-grid.tsx'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { useListCursor } from '#workspace/lists/list-cursor.ts'
import { SelectionBar } from '#workspace/lists/list-grid.tsx'
import { useListView } from '#workspace/lists/list-view.ts'
import { openInTab, useLinkedList } from '#workspace/lists/open-elsewhere.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import { QuickLook, useQuickLook } from '#workspace/lists/quick-look.tsx'
import { useRowEdit } from '#workspace/lists/row-edit.ts'
import { useRowRename } from '#workspace/lists/row-rename.tsx'
import { useRowSelection } from '#workspace/lists/row-selection.ts'
import { useRowSubjects } from '#workspace/lists/row-subjects.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
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
  /** Runs for `Shift+D`; null for a row that cannot be deleted. */
  onDelete: (row: Row) => (() => void) | null
  /** Shown while rows are selected. */
  selectionActions: (cohortIds: readonly number[]) => ReactNode
}

/** A tree of the pane, operated by list commands and arrow keys. */
export function ListTree<Row extends TreeRow>(props: ListTreeProps<Row>) {
  const { invocation, onToggle, onRename, onDelete, selectionActions, ...tree } = props
  const { rows } = tree
  const run = useRunCommand()
  const registry = useRegistry()
  const [view, setView] = useListView()
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  // Pages are pages of cohorts: a heading is on the page of the cohort after it.
  const starts = startsOf(rows.map((row) => invocation(row) !== null))
  const cursor = useListCursor(keys, { starts })
  const { page, activeKey } = cursor
  const active = rows[cursor.activeIndex]
  const target = active === undefined ? null : invocation(active)
  const isPrinting = useIsPrinting()
  const first = starts[page.first] ?? 0
  const onPage = isPrinting
    ? rows
    : [...ancestorsOf(rows, first), ...rows.slice(first, starts[page.first + page.rows.length])]
  const setActive = (key: string, takesFocus: boolean) =>
    takesFocus ? cursor.goTo(keys.indexOf(key)) : cursor.setActiveKey(key)

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
  const selection = useRowSelection({ activeKey: target && activeKey, place: cursor, invocations })
  useRowSubjects(selection.acted)
  useRowEdit(selection.hasCursor ? target : null)
  const hasRows = active !== undefined || { because: 'The list is empty.' }
  const quickLook = useQuickLook(hasRows)
  const renameField = useRowRename(active && onRename(active), cursor.takeFocus)
  const remove = active === undefined ? null : onDelete(active)
  usePaneActions({
    ...cursor.actions,
    'list.open': { available: hasRows, run: () => open(active, 'here') },
    'list.open-beside': { available: hasRows, run: () => open(active, 'beside') },
    'list.open-tab': { available: hasRows, run: () => openInTab(target && registry.addressOf(target)) },
    'list.quick-look': quickLook.action,
    'pane.link': { available: hasRows, run: link },
    ...(remove && { 'form.delete': { available: true, run: remove } }),
    ...selection.extensions,
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
      {renameField}
      <TreeGrid
        {...tree}
        rows={onPage}
        isList
        activeKey={activeKey}
        onActive={setActive}
        onMove={cursor.move}
        onToggle={onToggle}
        onOpen={open}
        isSelected={(row) => (invocations.has(row.key) ? selection.selected.has(row.key) : undefined)}
        onSelect={(row, how) => (invocations.has(row.key) ? selection.choose(row.key, how) : undefined)}
        focusRequest={cursor.focusRequest}
      />
      <div className={styles['foot']}>
        {selection.keys.length > 0 && (
          <SelectionBar count={selection.keys.length} onClear={selection.clear}>
            {selectionActions(selection.cohortIds)}
          </SelectionBar>
        )}
        <ListPages
          page={page}
          size={view.size}
          onPage={(next) => setView({ page: next })}
          onSize={(size) => setView({ size, page: 1 })}
        />
      </div>
    </div>
  )
}

/** The rows that a row stands under, outermost first: its page may not have them. */
function ancestorsOf<Row extends TreeRow>(rows: readonly Row[], index: number): readonly Row[] {
  const level = rows[index]?.level ?? 1
  const parent = rows.slice(0, index).findLastIndex((row) => row.level < level)
  const found = rows[parent]
  return found === undefined ? [] : [...ancestorsOf(rows, parent), found]
}
