import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { offered } from '#command-kit/arguments.ts'
import { copyText } from '#command-kit/clipboard.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandMenu } from '#command-kit/command-menu.tsx'
import { invocationOf } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { COHORT_KIND_NAMES, cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORTS_NOT_LOADED, NO_RESULTS } from '#domain/messages.ts'
import { deleteCohort } from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { type TreeShape, useCohortTree } from '#entities/cohorts/cohort-tree.ts'
import { cohortsAtom, currentProjectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { usePointAt } from '#entities/counts/linked-cursor.ts'
import { DeleteRowDialog } from '#entities/dialogs/naming-dialog.tsx'
import { projectsAtom } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { cohortTreeColumns } from '#features/cohorts/lineage/cohort-tree-columns.tsx'
import { renamingOf } from '#features/cohorts/renaming.ts'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { keyCommand } from '#workspace/lists/keys-after-rows.ts'
import { ListSearch } from '#workspace/lists/list-search.tsx'
import { ListTree } from '#workspace/lists/list-tree.tsx'
import { listSearchAtom } from '#workspace/lists/list-view.ts'
import { tableText } from '#workspace/lists/paged-table.tsx'
import { rowUnderCursorAtom } from '#workspace/lists/row-state.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import stack from '#ui/stack.module.css'

const NO_NAMES: ReadonlySet<string> = new Set()

const SHAPES: readonly { value: TreeShape; label: string }[] = [
  { value: 'kinds', label: 'By kind' },
  { value: 'lineage', label: 'By lineage' },
]

const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'all', label: 'All projects' },
  { value: 'project', label: 'This project' },
]

/** The cohorts of all projects, or of the current one, with their sizes, as a tree by lineage. */
export default function CohortsScreen() {
  const [params, setParams] = useSearchParams()
  const scope = params.get('of') === 'project' ? 'project' : 'all'
  const cohorts = useAtomValue(scope === 'all' ? cohortsAtom : currentProjectCohortsAtom)
  return (
    <div className={stack['listed']}>
      <CommandMenu label="New cohort" sign="New ▾" isFramed ids={WAYS} />
      <ChoiceBar
        label="Cohorts of"
        value={scope}
        options={SCOPES}
        onChange={(next) => setParams((current) => withParam(current, 'of', next, 'all'), { replace: true })}
      />
      <Loaded resource={cohorts} failure={COHORTS_NOT_LOADED} skeleton={<Skeleton shape="rows" />}>
        {(shown) => <CohortList cohorts={shown} scope={scope} />}
      </Loaded>
    </div>
  )
}

const WAYS = [
  ['cohort.new-subset', 'One condition on one variable.'],
  ['cohort.build', 'Several conditions, groups or relatives, on one page.'],
  ['cohort.new-compound', 'Two saved cohorts: union, intersection or difference.'],
  ['pedigree.new', 'Whole families with affected members.'],
] as const

type Scope = 'project' | 'all'

function withParam(params: URLSearchParams, name: string, value: string, initial: string): URLSearchParams {
  const changed = new URLSearchParams(params)
  if (value === initial) changed.delete(name)
  else changed.set(name, value)
  return changed
}

function CohortList({ cohorts, scope }: { cohorts: readonly Cohort[]; scope: Scope }) {
  const [params, setParams] = useSearchParams()
  const shape = params.get('tree') === 'lineage' ? 'lineage' : 'kinds'
  const [text, setText] = useAtom(listSearchAtom(usePaneId()))
  const { rows, search, toggle } = useCohortTree(cohorts, shape, text)
  // A parent may belong to another project.
  const all = useAtomValue(cohortsAtom).data ?? cohorts
  const projects = useAtomValue(projectsAtom).data
  const columns = useMemo(
    () => cohortTreeColumns({ cohorts: all, search, hasLinks: true, projects: scope === 'all' ? projects : undefined }),
    [all, search, scope, projects],
  )
  const services = useServices()
  const ofCurrent = useAtomValue(takenNamesAtom)
  // The server knows the names of other projects.
  const taken = scope === 'all' ? NO_NAMES : ofCurrent
  const run = useRunCommand('key')
  usePaneActions({
    'list.copy-table': {
      available: true,
      run: () => copyText(tableText(COHORT_COLUMNS, cohorts)),
    },
  })
  const [deleted, setDeleted] = useState<Cohort | null>(null)
  const setShape = (next: TreeShape) =>
    setParams((current) => withParam(current, 'tree', next, 'kinds'), { replace: true })
  return (
    <>
      <ChoiceBar label="Arranged" value={shape} options={SHAPES} onChange={setShape} />
      <ListSearch
        label="Search cohorts"
        rowCount={cohorts.length}
        text={text}
        onChange={setText}
        isAnswered={search === text}
        onLeave={(key, isFirst) => void run({ id: keyCommand(key, isFirst), args: {} })}
      />
      {rows.length === 0 ? (
        <Notice title={NO_RESULTS} />
      ) : (
        <UnderCursor rows={rows}>
          <ListTree
            label="Cohorts"
            columns={columns}
            rows={rows}
            invocation={({ cohort }) => cohort && invocationOf('cohort.show', { cohortId: cohort.cohortId })}
            onToggle={toggle}
            onRename={({ cohort }) =>
              cohort === null || cohort.cohortId === ROOT_COHORT_ID ? null : renamingOf(services, cohort, taken)
            }
            onDelete={({ cohort }) =>
              cohort === null || cohort.cohortId === ROOT_COHORT_ID ? null : () => setDeleted(cohort)
            }
            selectionActions={(cohortIds) => <SelectedCohorts cohortIds={cohortIds} />}
          />
        </UnderCursor>
      )}
      {deleted && (
        <DeleteRowDialog
          onClose={() => setDeleted(null)}
          entity="Cohort"
          name={deleted.name}
          usageOf={{ cohortId: deleted.cohortId }}
          onDelete={() => deleteCohort(services, deleted.cohortId)}
        />
      )}
      {cohorts.length === 1 && (
        <Notice
          title={scope === 'all' ? 'You have no cohorts yet.' : 'This project has no cohorts yet.'}
          actions={
            <>
              <CommandButton id="cohort.new-subset" args={{}} />
              <CommandButton id="cohort.build" args={{}} />
            </>
          }
        >
          A subset contains the individuals whose answer to a variable meets a condition. Rules combine several
          conditions.
        </Notice>
      )}
    </>
  )
}

interface UnderCursorProps {
  rows: readonly { readonly key: string; readonly cohort: Cohort | null }[]
  children: ReactNode
}

/** While the list has the focus, the other panes show the share of the cohort of its row. */
function UnderCursor({ rows, children }: UnderCursorProps) {
  const [hasFocus, setHasFocus] = useState(false)
  const pointAt = usePointAt()
  const key = useAtomValue(rowUnderCursorAtom(usePaneId()))
  const cohort = hasFocus ? rows.find((row) => row.key === key)?.cohort : null
  const [id, words] = [cohort?.cohortId ?? ROOT_COHORT_ID, cohort?.name ?? '']
  useEffect(() => {
    pointAt(id === ROOT_COHORT_ID ? null : { memberOf: [id], words })
    return () => pointAt(null)
  }, [id, words, pointAt])
  return (
    <div onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
      {children}
    </div>
  )
}

/** The commands for the selected cohorts. */
function SelectedCohorts({ cohortIds }: { cohortIds: readonly number[] }) {
  const ofThese = offered({ cohortIds })
  usePaneActions({ 'cohorts.describe': ofThese, 'definitions.save': ofThese, 'definitions.share': ofThese })
  return (
    <>
      <CommandButton id="compare" args={{}} size="small" />
      <CommandButton id="compare.in-table" args={{}} size="small" />
      <CommandButton id="cohorts.describe" args={{ cohortIds }} size="small" />
      <CommandButton id="definitions.save" args={{ cohortIds }} size="small" />
    </>
  )
}

/** The columns copied for a spreadsheet. */
const COHORT_COLUMNS: readonly Column<Cohort>[] = [
  { key: 'name', header: 'Name', cell: (cohort) => cohort.name },
  { key: 'kind', header: 'Kind', cell: (cohort) => COHORT_KIND_NAMES[cohortKind(cohort.constraintType)] },
  { key: 'size', header: 'Individuals', cell: (cohort) => cohort.rowCount },
  { key: 'parent', header: 'Parent', cell: (cohort) => cohort.parent },
  { key: 'definition', header: 'Definition', cell: (cohort) => cohortWords(cohort) },
]
