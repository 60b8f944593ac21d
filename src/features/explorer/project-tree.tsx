import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { explorerRows, isComparable, type ExplorerRow, type ProjectContents } from '#features/explorer/explorer-rows.ts'
import { explorerFocusAtom, explorerOpenAtom, isOverlay } from '#features/explorer/state.ts'
import type { LeavingKey } from '#ui/forms/text-field.tsx'
import { MiddleCut } from '#ui/middle-cut.tsx'
import { Notice } from '#ui/notice.tsx'
import { TreeGrid, type TreeColumn } from '#ui/tables/tree-grid.tsx'
import { SelectionBar } from '#workspace/lists/list-grid.tsx'
import { ListSearch } from '#workspace/lists/list-search.tsx'
import { openInTab } from '#workspace/lists/open-elsewhere.ts'
import { QuickLook, useQuickLook } from '#workspace/lists/quick-look.tsx'
import { useRowEdit } from '#workspace/lists/row-edit.ts'
import { useRowSelection } from '#workspace/lists/row-selection.ts'
import { useRowSubjects } from '#workspace/lists/row-subjects.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { focusedTreeAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import { forgetScreen } from '#workspace/screen-state.ts'
import styles from '#features/explorer/explorer.module.css'

const COLUMNS: readonly [TreeColumn<ExplorerRow>, TreeColumn<ExplorerRow>] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ title, opening }) => (opening === null ? <strong>{title}</strong> : <MiddleCut text={title} />),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ detail }) => <span className={styles['size']}>{detail}</span>,
  },
]

/** The tree with its filter; row commands act on it while it has the focus. */
export function ProjectTree({ contents }: { contents: ProjectContents }) {
  const id = usePaneId()
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [focusRequest, setFocusRequest] = useState(0)
  const [takesFocus, setTakesFocus] = useAtom(explorerFocusAtom)
  const setIsOpen = useSetAtom(explorerOpenAtom)
  const setFocusedTree = useSetAtom(focusedTreeAtom)
  const rows = useMemo(() => explorerRows(contents, { collapsed, search }), [contents, collapsed, search])
  const run = useRunCommand('key')
  const registry = useRegistry()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!takesFocus) return
    field.current?.focus()
    setTakesFocus(false)
  }, [takesFocus, setTakesFocus])

  useEffect(
    () => () => {
      setFocusedTree(null)
      forgetScreen(id)
      // The focused row is gone: otherwise the focus would return to the top of the page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPane()
      })
    },
    [setFocusedTree, id],
  )

  const goTo = (key: string | undefined) => {
    if (key === undefined) return
    setActiveKey(key)
    setFocusRequest((request) => request + 1)
  }
  const toggle = ({ key }: ExplorerRow, isExpanded: boolean) =>
    setCollapsed((before) => new Set(isExpanded ? [...before].filter((other) => other !== key) : [...before, key]))
  const open = (row: ExplorerRow, where: 'here' | 'beside') => {
    if (row.opening === null) {
      if (row.isExpanded !== null) toggle(row, !row.isExpanded)
      return
    }
    void run(row.opening, where)
    if (isOverlay()) setIsOpen(false)
  }

  const place = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  )
  const active = rows[place]
  const url = active?.opening ? registry.addressOf(active.opening) : null
  const hasRows = active !== undefined || { because: 'The list is empty.' }
  const quickLook = useQuickLook(hasRows)
  const variableName = active?.opening?.id === 'variable.show' ? active.opening.args.variableName : undefined
  const addition = {
    available: variableName !== undefined || { because: 'This row is no variable.' },
    run: async () => {
      if (variableName !== undefined) await run({ id: 'working-set.toggle', args: { variableName } })
    },
  }
  const workingSet = useAtomValue(workingSetAtom)
  const cohorts = useMemo(
    () => new Map(rows.flatMap((row) => (isComparable(row) && row.opening ? [[row.key, row.opening] as const] : []))),
    [rows],
  )
  const selection = useRowSelection({
    activeKey: active && cohorts.has(active.key) ? active.key : null,
    place: {
      keys: rows.map(({ key }) => key),
      activeIndex: place,
      isKnown: activeKey !== null,
      goTo: (index) => goTo(rows[index]?.key),
    },
    invocations: cohorts,
  })
  const opening = active?.opening ?? null
  useRowSubjects(opening === null || activeKey === null ? [] : [{ invocation: opening }])
  useRowEdit(activeKey === null ? null : opening)
  const isCohort = active !== undefined && cohorts.has(active.key)
  const selectable = isCohort ||
    variableName !== undefined || { because: 'Only cohorts and variables can be selected.' }
  usePaneActions({
    'list.next': { available: hasRows, run: () => goTo(rows[Math.min(place + 1, rows.length - 1)]?.key) },
    'list.previous': { available: hasRows, run: () => goTo(rows[Math.max(place - 1, 0)]?.key) },
    'list.first': { available: hasRows, run: () => goTo(rows[0]?.key) },
    'list.last': { available: hasRows, run: () => goTo(rows.at(-1)?.key) },
    'list.open': { available: hasRows, run: () => active && open(active, 'here') },
    'list.open-beside': { available: hasRows, run: () => active && open(active, 'beside') },
    'list.open-tab': { available: url !== null || { because: 'This row has no page.' }, run: () => openInTab(url) },
    'list.quick-look': quickLook.action,
    'list.add': addition,
    'list.select': isCohort ? selection.select : { ...addition, available: selectable },
    ...selection.extensions,
    compare: selection.compare,
    'compare.in-table': selection.compareInTable,
  })

  const isSelected = (row: ExplorerRow) => {
    if (cohorts.has(row.key)) return selection.selected.has(row.key)
    return row.opening?.id === 'variable.show' && row.opening.args.variableName !== undefined
      ? workingSet.includes(row.opening.args.variableName)
      : undefined
  }
  const leaveField = (key: LeavingKey, isFirst: boolean) => {
    if (isFirst) goTo(rows[0]?.key)
    else if (key === 'ArrowDown') goTo((rows[place + 1] ?? active)?.key)
    else if (active) open(active, 'here')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (quickLook.isOpen) return quickLook.close()
    if (selection.keys.length > 0) return selection.clear()
    if (text === '') focusPane()
    setText('')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works from anywhere in it
    <div className={styles['tree']} onKeyDown={handleKeyDown}>
      <ListSearch
        label="Filter the project"
        text={text}
        onChange={setText}
        isAnswered={search === text}
        onLeave={leaveField}
        className={styles['filter']}
        field={field}
      />
      {quickLook.isOpen && (
        <div className={styles['look']}>
          <QuickLook url={url} onClose={quickLook.close} />
        </div>
      )}
      {rows.length === 0 ? (
        <Notice title={NO_RESULTS} />
      ) : (
        <div className={styles['rows']} onFocus={() => setFocusedTree(id)} onBlur={() => setFocusedTree(null)}>
          <TreeGrid
            label="Contents of the project"
            columns={COLUMNS}
            rows={rows}
            activeKey={activeKey}
            onActive={(key, isFocusWanted) => (isFocusWanted ? goTo(key) : setActiveKey(key))}
            onToggle={toggle}
            onOpen={open}
            isSelected={isSelected}
            focusRequest={focusRequest}
          />
        </div>
      )}
      {selection.keys.length > 0 && (
        <SelectionBar count={selection.keys.length} noun="cohort" onClear={selection.clear}>
          <CommandButton id="compare" args={{}} size="small" />
          <CommandButton id="compare.in-table" args={{}} size="small" />
        </SelectionBar>
      )}
    </div>
  )
}

function focusPane(): void {
  const focused = document.querySelector<HTMLElement>('main [data-focused="true"] h1')
  const heading = focused ?? document.querySelector<HTMLElement>('main h1')
  heading?.focus()
}
