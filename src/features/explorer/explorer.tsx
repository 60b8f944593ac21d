import styles from '#features/explorer/explorer.module.css'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { projectCohortsAtom } from '#entities/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables.ts'
import { Loaded } from '#entities/loaded.tsx'
import { currentProjectAtom, currentProjectIdAtom, projectName } from '#entities/projects.ts'
import { recentWorkAtom } from '#entities/recent-work.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets.ts'
import { explorerRows, type ExplorerRow, type ProjectContents } from '#features/explorer/explorer-rows.ts'
import { explorerFocusAtom, explorerOpenAtom, isOverlay } from '#features/explorer/state.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TreeGrid, type TreeColumn } from '#ui/tables/tree-grid.tsx'

/** The current project as a tree, at the left of the panes. */
export default function Explorer() {
  const project = useAtomValue(currentProjectAtom)
  return (
    <div className={styles['explorer']}>
      <header className={styles['head']}>
        <h2 className={styles['title']} title={project ? projectName(project) : undefined}>
          {project ? projectName(project) : 'Explorer'}
        </h2>
        <CommandButton id="explorer.toggle" args={{}} size="small" variant="quiet" label="Hide the explorer">
          ×
        </CommandButton>
      </header>
      <Loaded resource={useAtomValue(currentProjectIdAtom)} skeleton={<Waiting />}>
        {(projectId) => <Contents projectId={projectId} />}
      </Loaded>
    </div>
  )
}

function Contents({ projectId }: { projectId: number }) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId))
  const customVariables = useAtomValue(customVariablesAtom(projectId))
  const variableSets = useAtomValue(projectVariableSetsAtom(projectId))
  const recent = useAtomValue(recentWorkAtom)
  const missing = [cohorts, customVariables, variableSets].find(({ data }) => data === undefined) ?? cohorts
  const { error, isPending, isFetching, refetch } = missing
  const contents = useMemo(
    () =>
      cohorts.data && customVariables.data && variableSets.data
        ? {
            cohorts: cohorts.data,
            customVariables: customVariables.data,
            variableSets: variableSets.data,
            recent: recent ?? [],
          }
        : undefined,
    [cohorts.data, customVariables.data, variableSets.data, recent],
  )
  return (
    <Loaded resource={{ data: contents, error, isPending, isFetching, refetch }} skeleton={<Waiting />}>
      {(loaded) => <ProjectTree contents={loaded} />}
    </Loaded>
  )
}

function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton lines={10} />
    </div>
  )
}

const COLUMNS: readonly [TreeColumn<ExplorerRow>, TreeColumn<ExplorerRow>] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ title, opening }) => (opening === null ? <strong>{title}</strong> : <span title={title}>{title}</span>),
  },
  { key: 'size', header: 'Size', align: 'end', cell: ({ detail }) => <span className={styles['size']}>{detail}</span> },
]

function ProjectTree({ contents }: { contents: ProjectContents }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [focusRequest, setFocusRequest] = useState(0)
  const [takesFocus, setTakesFocus] = useAtom(explorerFocusAtom)
  const setIsOpen = useSetAtom(explorerOpenAtom)
  const rows = useMemo(() => explorerRows(contents, { collapsed, search }), [contents, collapsed, search])
  const run = useRunCommand('key')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!takesFocus) return
    field.current?.focus()
    setTakesFocus(false)
  }, [takesFocus, setTakesFocus])

  useEffect(
    () => () => {
      // The focused row is gone: otherwise the focus would return to the top of the page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPane()
      })
    },
    [],
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
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (text === '') focusPane()
    setText('')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works from anywhere in it
    <div className={styles['tree']} onKeyDown={handleKeyDown}>
      <div className={styles['filter']}>
        <TextField
          ref={field}
          label="Filter the project"
          type="search"
          value={text}
          onChange={setText}
          isOptional
          onLeave={() => goTo(rows[0]?.key)}
        />
      </div>
      {rows.length === 0 ? (
        <Notice title={NO_RESULTS} />
      ) : (
        <TreeGrid
          label="Contents of the project"
          columns={COLUMNS}
          rows={rows}
          activeKey={activeKey}
          onActive={(key, isFocusWanted) => (isFocusWanted ? goTo(key) : setActiveKey(key))}
          onToggle={toggle}
          onOpen={open}
          focusRequest={focusRequest}
        />
      )}
    </div>
  )
}

function focusPane(): void {
  const focused = document.querySelector<HTMLElement>('main [data-focused="true"] h1')
  const heading = focused ?? document.querySelector<HTMLElement>('main h1')
  heading?.focus()
}
