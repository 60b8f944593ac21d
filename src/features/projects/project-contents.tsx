import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort, Variable, VariableSet } from '#contract/shapes/entities.ts'
import { EXPLANATIONS } from '#domain/glossary.ts'
import { DEFAULT_PAGE_SIZE, ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  NO_RESULTS,
  NO_VARIABLE_SETS_IN_PROJECT,
  unableToGetCohortsOfProject,
  unableToGetVariableSetsOfProject,
  unableToGetCustomVariablesOfProject,
} from '#domain/messages.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { foldText } from '#domain/text/text.ts'
import { projectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import type { Resource } from '#entities/server-state/resource.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenState } from '#workspace/screen-state.ts'
import styles from '#features/projects/project-contents.module.css'
import stack from '#ui/stack.module.css'

/** The search texts of a project's lists, by list title. */
export const contentSearchesAtom = screenState<Readonly<Record<string, string>>>({})

interface ProjectContentsProps {
  projectId: number
  /** New items go into the current project, so only that one has commands to create them. */
  isCurrent: boolean
}

/** A project's cohorts, variable sets and custom variables, each with its size and main command. */
export function ProjectContents({ projectId, isCurrent }: ProjectContentsProps) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId))
  const sets = useAtomValue(projectVariableSetsAtom(projectId))
  const variables = useAtomValue(customVariablesAtom(projectId))
  return (
    <div className={`${stack['two']} ${styles['lists']}`}>
      <Contents
        title="Cohorts"
        nameOf={({ name }) => name}
        columns={COHORT_COLUMNS}
        rowKey={({ cohortId }) => String(cohortId)}
        resource={{ ...cohorts, data: cohorts.data?.filter(({ cohortId }) => cohortId !== ROOT_COHORT_ID) }}
        failure={unableToGetCohortsOfProject(projectId)}
        emptyText={`No cohorts yet. ${EXPLANATIONS.cohort}`}
        begin={isCurrent && <CommandButton id="cohort.new-subset" args={{}} size="small" />}
      />
      <Contents
        title="Variable sets"
        nameOf={({ name }) => name}
        columns={SET_COLUMNS}
        rowKey={({ variableSetId }) => String(variableSetId)}
        resource={sets}
        failure={unableToGetVariableSetsOfProject(projectId)}
        emptyText={`${NO_VARIABLE_SETS_IN_PROJECT} ${EXPLANATIONS['variable-set']}`}
        begin={isCurrent && <CommandButton id="variable-set.new" args={{}} size="small" />}
      />
      <Contents
        title="Custom variables"
        nameOf={({ variableName }) => variableName}
        columns={VARIABLE_COLUMNS}
        rowKey={({ variableName }) => variableName}
        resource={variables}
        failure={unableToGetCustomVariablesOfProject(projectId)}
        emptyText={`No custom variables yet. ${EXPLANATIONS['custom-variable']}`}
        begin={isCurrent && <CommandButton id="custom-variable.new-downcode" args={{}} size="small" />}
      />
    </div>
  )
}

const NAME = { key: 'name', header: 'Name' } as const
const SIZE = { key: 'size', align: 'end', width: '104px' } as const
const ACTS = { key: 'acts', header: 'Actions', isMinor: 'last', width: '128px' } as const

const COHORT_COLUMNS: readonly Column<Cohort>[] = [
  {
    ...NAME,
    cell: ({ cohortId, name }) => (
      <CommandLink id="cohort.show" args={{ cohortId }}>
        {name}
      </CommandLink>
    ),
  },
  { ...SIZE, header: 'Individuals', cell: (cohort) => formatSize(cohort.rowCount) },
  {
    ...ACTS,
    cell: ({ cohortId, name }) => (
      <span className={styles['acts']}>
        <CommandLink id="cohort.new-subset" args={{ parentId: cohortId }}>
          Narrow
          <Of name={name} />
        </CommandLink>
        <CommandLink id="download.new" args={{ cohortId }}>
          Download
          <Of name={name} />
        </CommandLink>
      </span>
    ),
  },
]

const SET_COLUMNS: readonly Column<VariableSet>[] = [
  {
    ...NAME,
    cell: ({ variableSetId, name }) => (
      <CommandLink id="variable-set.show" args={{ variableSetId }}>
        {name}
      </CommandLink>
    ),
  },
  {
    ...SIZE,
    header: 'Variables',
    cell: ({ variables }) => formatCount(variables.length),
  },
  {
    ...ACTS,
    cell: ({ variableSetId, name }) => (
      <CommandLink id="download.new" args={{ variableSetId }}>
        Download
        <Of name={name} />
      </CommandLink>
    ),
  },
]

const VARIABLE_COLUMNS: readonly Column<Variable>[] = [
  {
    ...NAME,
    cell: ({ variableName }) => (
      <CommandLink id="variable.show" args={{ variableName }}>
        {variableName}
      </CommandLink>
    ),
  },
  {
    ...SIZE,
    header: 'Observations',
    cell: ({ observations }) => formatCount(observations),
  },
  {
    ...ACTS,
    cell: ({ variableName }) => (
      <CommandLink id="cohort.new-subset" args={{ variableName }}>
        Subset
        <Of name={variableName} />
      </CommandLink>
    ),
  },
]

/** Names the item for screen readers, which read links out of context. */
function Of({ name }: { name: string }) {
  return <VisuallyHidden> {name}</VisuallyHidden>
}

interface ContentsProps<Item> {
  title: string
  resource: Resource<readonly Item[]>
  columns: readonly Column<Item>[]
  rowKey: (item: Item) => string
  failure: string
  emptyText: string
  begin: ReactNode
  /** The searchable text of an item. */
  nameOf: (item: Item) => string
}

function Contents<Item>(props: ContentsProps<Item>) {
  const { title, resource, columns, rowKey, failure, emptyText, begin, nameOf } = props
  const [texts, setTexts] = useAtom(contentSearchesAtom(usePaneId()))
  const text = texts[title] ?? ''
  const count = resource.data?.length
  const found = (items: readonly Item[]) =>
    items.filter((item) => foldText(nameOf(item)).includes(foldText(text.trim())))
  return (
    <section className={stack['section']} aria-label={title}>
      <div className={stack['row']}>
        <h2>
          {title} <span className={styles['total']}>{count !== undefined && formatCount(count)}</span>
        </h2>
        {begin}
      </div>
      <Loaded resource={resource} failure={failure}>
        {(items) =>
          items.length === 0 ? (
            <p className={stack['muted']}>{emptyText}</p>
          ) : (
            <>
              {items.length > DEFAULT_PAGE_SIZE && (
                <TextField
                  label={`Search ${title.toLowerCase()}`}
                  type="search"
                  value={text}
                  onChange={(next) => setTexts({ ...texts, [title]: next })}
                  isOptional
                />
              )}
              {found(items).length === 0 ? (
                <p className={stack['muted']}>{NO_RESULTS}</p>
              ) : (
                <LocalTable
                  key={text}
                  label={title}
                  columns={columns}
                  rows={found(items)}
                  rowKey={rowKey}
                  rowHeight={36}
                />
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
