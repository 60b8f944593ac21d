import { useAtom } from 'jotai'
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import type { CommandId } from '#commands/signatures.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import { foldText } from '#domain/text/text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { RowModifier } from '#ui/tables/data-table.tsx'
import { sortRows } from '#ui/tables/paging.ts'
import { useWidth } from '#ui/use-width.ts'
import { useFoldedRows, type Folding } from '#workspace/lists/folded-rows.tsx'
import { keyCommand } from '#workspace/lists/keys-after-rows.ts'
import { useListCursor } from '#workspace/lists/list-cursor.ts'
import { ListSearch } from '#workspace/lists/list-search.tsx'
import { listSearchAtom, useListView } from '#workspace/lists/list-view.ts'
import { useLinkedList, openInTab } from '#workspace/lists/open-elsewhere.ts'
import { PagedTable, type PagedTableProps } from '#workspace/lists/paged-table.tsx'
import { QuickLook, useQuickLook } from '#workspace/lists/quick-look.tsx'
import { useRowEdit } from '#workspace/lists/row-edit.ts'
import { useRowRename } from '#workspace/lists/row-rename.tsx'
import { useRowSelection, type SharedSelection } from '#workspace/lists/row-selection.ts'
import { useRowSubjects } from '#workspace/lists/row-subjects.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import type { Renaming } from '#workspace/panes/rename.ts'
import styles from '#workspace/lists/list-grid.module.css'

interface ListGridProps<Row> extends Pick<
  PagedTableProps<Row>,
  'label' | 'columns' | 'rows' | 'rowKey' | 'total' | 'fetchAll' | 'rowHeight'
> {
  invocation: (row: Row) => Invocation
  /** The searchable text of a row: a list of more than ten rows has a search. */
  wordsOf?: (row: Row) => string
  /** Runs for `Shift+D`. */
  onDelete?: (row: Row) => void
  /** Null for a row without a name of the user's. */
  onRename?: (row: Row) => Renaming | null
  /** Shown while rows are selected; without it rows are not selectable. */
  selectionActions?: (keys: readonly string[]) => ReactNode
  /** A selection that outlives the list; `a` adds to it like `x`. */
  shared?: SharedSelection
  /** Noun for selected rows. */
  noun?: string
  /** The card of the active row is beside a list of at least this width in pixels, always. */
  cardFrom?: number
  /** Rows that are listed as one. */
  folding?: Folding<Row>
}

const LIST_ROW = 36

/** A list of the pane, operated by list commands and arrow keys. */
export function ListGrid<Row>({ wordsOf, ...props }: ListGridProps<Row>) {
  return wordsOf ? <SearchedGrid {...props} wordsOf={wordsOf} /> : <Grid {...props} />
}

function SearchedGrid<Row>({ wordsOf, ...props }: ListGridProps<Row> & { wordsOf: (row: Row) => string }) {
  const { label, rows } = props
  const [text, setText] = useAtom(listSearchAtom(usePaneId()))
  const run = useRunCommand('key')
  const words = foldText(text).split(/\s+/)
  const found = rows.filter((row) => words.every((word) => foldText(wordsOf(row)).includes(word)))
  return (
    <>
      <ListSearch
        label={`Search ${label.toLowerCase()}`}
        rowCount={rows.length}
        text={text}
        onChange={setText}
        isAnswered
        onLeave={(key, isFirst) => void run({ id: keyCommand(key, isFirst), args: {} })}
      />
      {found.length === 0 ? <Notice title={NO_RESULTS} /> : <Grid {...props} rows={found} />}
    </>
  )
}

function Grid<Row>(props: Omit<ListGridProps<Row>, 'wordsOf'>) {
  const {
    onDelete,
    onRename,
    invocation,
    selectionActions,
    shared,
    noun,
    cardFrom = Infinity,
    folding,
    ...table
  } = props

  const { columns, rowKey, rows, fetchAll } = table
  const run = useRunCommand()
  const [view] = useListView()
  const sorted = useMemo(() => sortRows(rows, columns, view.sort), [rows, columns, view.sort])
  const { folds, starts, ...folded } = useFoldedRows(sorted, columns, folding)
  const shown = useMemo(() => folds.flat(), [folds])
  // oxlint-disable-next-line react/exhaustive-deps -- a new closure on each render, equal for equal rows
  const keys = useMemo(() => shown.map(rowKey), [shown])
  // Until all rows are loaded each further one counts as a fold.
  const total = table.total === undefined ? undefined : table.total - rows.length + folds.length
  const cursor = useListCursor(keys, { starts, total })
  const { activeKey, goTo } = cursor
  const active = shown[cursor.activeIndex]
  const open = (row: Row | undefined, where: RowModifier) => {
    if (row !== undefined) void run(invocation(row), where)
  }

  const registry = useRegistry()
  const address = active === undefined ? null : registry.addressOf(invocation(active))
  const link = useLinkedList(address)

  const invocations = useMemo(
    () => new Map(sorted.map((row) => [rowKey(row), invocation(row)])),
    // oxlint-disable-next-line react/exhaustive-deps -- a new closure on each render, equal for equal rows
    [sorted],
  )
  const selection = useRowSelection({
    activeKey,
    place: cursor,
    fetchKeys: fetchAll && (async () => (await fetchAll()).map(rowKey)),
    invocations,
    shared,
  })
  const canSelect = selectionActions !== undefined
  useRowSubjects(selection.acted)
  useRowEdit(selection.hasCursor && active !== undefined ? invocation(active) : null)

  const hasRows = active !== undefined || { because: 'The list is empty.' }
  const isInside = active !== undefined && folded.isInside(active)
  const isOpen = isInside ? true : active && folded.isOpen(active)
  const canUnfold = isOpen !== undefined || { because: `This ${folding?.listNoun} has one ${folding?.noun}.` }
  const toggle = (row: Row | undefined) => {
    if (row === undefined) return
    folded.toggle(row)
    // The cursor leaves a row that is folded away.
    if (isInside) goTo(starts.findLast((start) => start <= cursor.activeIndex) ?? 0)
  }
  const { box, width } = useWidth<HTMLDivElement>(0)
  const isBeside = width >= cardFrom
  const quickLook = useQuickLook(isBeside ? { because: 'The card is beside the list.' } : hasRows)
  const isLaidOver = quickLook.isOpen && !isBeside
  // A custom variable is known by its name; its row may get the new one only after the field is gone.
  const [renamedTo, setRenamedTo] = useState<string | null>(null)
  const renamedIndex = renamedTo === null ? -1 : keys.indexOf(renamedTo)
  useEffect(() => {
    if (renamedIndex === -1) return
    setRenamedTo(null)
    goTo(renamedIndex)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each row found
  }, [renamedIndex])
  const renameField = useRowRename(active && onRename?.(active), (before, name) => {
    if (activeKey === before) setRenamedTo(name)
    cursor.takeFocus()
  })
  const actions: Partial<Record<CommandId, PaneAction>> = {
    ...cursor.actions,
    'list.open': { available: hasRows, run: () => open(active, 'here') },
    'list.open-beside': { available: hasRows, run: () => open(active, 'beside') },
    'list.open-tab': { available: hasRows, run: () => openInTab(address) },
    'list.quick-look': quickLook.action,
    'pane.link': { available: hasRows, run: link },
    ...(folding && { 'list.unfold': { available: canUnfold, run: () => toggle(active) } }),
    ...(canSelect && { ...selection.extensions, 'list.select': selection.select, compare: selection.compare }),
    ...(shared && {
      'list.add': {
        ...selection.select,
        run: async () => {
          if (activeKey !== null && selection.selected.has(activeKey)) return shared.sayChosen(activeKey)
          await selection.select.run()
          shared.report()
        },
      },
    }),
    ...(onDelete && {
      'form.delete': { available: hasRows, run: () => (active === undefined ? undefined : onDelete(active)) },
    }),
  }
  usePaneActions(actions)

  const handleKeyDown = (event: KeyboardEvent) => {
    const isRow = event.target instanceof HTMLTableRowElement && !event.defaultPrevented
    if (isRow && isOpen === (event.key === 'ArrowLeft') && /^Arrow(Left|Right)$/.test(event.key)) toggle(active)
    if (event.key !== 'Escape') return
    // A shared selection is cleared by its own command only.
    const canClear = !shared && selection.keys.length > 0
    if (isLaidOver || canClear) event.stopPropagation()
    if (isLaidOver) quickLook.close()
    else if (canClear) selection.clear()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works from anywhere in the list
    <div ref={box} className={styles['list']} data-card={isBeside} onKeyDown={handleKeyDown}>
      {(isLaidOver || isBeside) && <QuickLook url={address} onClose={isBeside ? null : quickLook.close} />}
      {renameField}
      <PagedTable
        rowHeight={LIST_ROW}
        {...table}
        {...(folding && {
          columns: folded.columns,
          folds,
          total,
          noun: folding.listNoun,
          isCounting: fetchAll !== undefined,
          isNested: folded.isInside,
        })}
        activeKey={activeKey}
        onActive={cursor.setActiveKey}
        onOpen={open}
        onMove={cursor.move}
        focusRequest={cursor.focusRequest}
        isSelected={(row) => selection.selected.has(rowKey(row))}
        onSelect={canSelect ? (row, how) => selection.choose(rowKey(row), how) : undefined}
      >
        {canSelect && selection.keys.length > 0 && (
          <SelectionBar count={selection.keys.length} noun={noun} onClear={selection.clear}>
            {selectionActions(selection.keys)}
          </SelectionBar>
        )}
      </PagedTable>
    </div>
  )
}

interface SelectionBarProps {
  count: number
  /** "row" by default. */
  noun?: string | undefined
  onClear: () => void
  children: ReactNode
}

/** Number of selected rows, and their actions. */
export function SelectionBar({ count, noun = 'row', onClear, children }: SelectionBarProps) {
  return (
    <div className={styles['selection']} role="group" aria-label="Selected rows">
      <span role="status">{countOf(count, noun)} selected</span>
      <div className={styles['acts']}>{children}</div>
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
