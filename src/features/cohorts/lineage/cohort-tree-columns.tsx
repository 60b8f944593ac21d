import { CommandLink } from '#command-kit/command-link.tsx'
import { movementFrom, type Movement } from '#contract/shapes/cohort-flow.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Project } from '#contract/shapes/entities.ts'
import { countedWords } from '#domain/cohorts/cohort-notes.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import type { CohortTreeRow } from '#entities/cohorts/cohort-tree.ts'
import { projectName } from '#entities/projects/projects.ts'
import { Highlighted } from '#entities/variables/highlighted.tsx'
import { keptShare } from '#features/cohorts/lineage/attrition.ts'
import { MiddleCut } from '#ui/middle-cut.tsx'
import type { TreeColumn } from '#ui/tables/tree-grid.tsx'
import styles from '#features/cohorts/lineage/cohort-tree.module.css'

type Columns = readonly [TreeColumn<CohortTreeRow>, ...TreeColumn<CohortTreeRow>[]]

interface ColumnSettings {
  readonly cohorts: readonly Cohort[]
  readonly search: string
  /** Names link to the cohorts' pages. */
  readonly hasLinks: boolean
  /** For lists across projects: adds the projects' names. */
  readonly projects?: readonly Project[] | undefined
}

/** Name, size, share of the parent, individuals who are not of the parent if a cohort has some, and definition. */
export function cohortTreeColumns({ cohorts, search, hasLinks, projects }: ColumnSettings): Columns {
  const byId = new Map(cohorts.map((cohort) => [cohort.cohortId, cohort]))
  const nameOf = (id: number) => byId.get(id)?.name
  const project: TreeColumn<CohortTreeRow> = {
    key: 'project',
    header: 'Project',
    isMinor: true,
    width: 'minmax(0, 2fr)',
    cell: ({ cohort }) => projectOf(cohort, projects ?? []),
  }
  const added: TreeColumn<CohortTreeRow> = {
    key: 'added',
    header: 'Added',
    align: 'end',
    isMinor: true,
    width: '72px',
    cell: ({ cohort }) => addedWords(movementOf(cohort, byId)),
  }
  return [
    {
      key: 'name',
      header: 'Name',
      width: 'minmax(0, 5fr)',
      cell: (row) => <NameCell row={row} search={search} hasLink={hasLinks} />,
    },
    {
      key: 'size',
      header: 'Individuals',
      align: 'end',
      width: '96px',
      cell: ({ cohort, count }) =>
        cohort === null ? <span className={styles['note']}>{cohortsInWords(count)}</span> : formatSize(cohort.rowCount),
    },
    {
      key: 'share',
      header: 'Kept, % of parent',
      align: 'end',
      isMinor: true,
      width: '128px',
      cell: ({ cohort }) => keptShare(movementOf(cohort, byId)),
    },
    ...(cohorts.some((cohort) => movementOf(cohort, byId)?.added) ? [added] : []),
    {
      key: 'definition',
      header: 'Definition',
      isMinor: true,
      width: 'minmax(0, 6fr)',
      isTall: true,
      cell: ({ cohort }) => cohort && <span className={styles['note']}>{definitionWords(cohort, nameOf)}</span>,
    },
    ...(projects ? [project] : []),
  ]
}

function NameCell({ row, search, hasLink }: { row: CohortTreeRow; search: string; hasLink: boolean }) {
  const { cohort, title, isContext } = row
  if (cohort === null) return <strong>{title}</strong>
  const text = search.trim() === '' ? <MiddleCut text={title} /> : <Highlighted text={title} search={search} />
  return hasLink ? (
    <CommandLink
      id="cohort.show"
      args={{ cohortId: cohort.cohortId }}
      isInGrid
      className={isContext ? styles['context'] : undefined}
    >
      {text}
    </CommandLink>
  ) : (
    <span className={isContext ? styles['context'] : undefined}>{text}</span>
  )
}

function projectOf(cohort: Cohort | null, projects: readonly Project[]): string {
  const project = projects.find(({ projectId }) => projectId === cohort?.projectId)
  return project ? projectName(project) : ''
}

function cohortsInWords(count: number): string {
  return count === 0 ? 'none' : `${formatCount(count)} ${count === 1 ? 'cohort' : 'cohorts'}`
}

/** With a note if the counts are older than the data. */
function definitionWords(cohort: Cohort, nameOf: (id: number) => string | undefined): string {
  const words = cohortWords(cohort, undefined, nameOf)
  return cohort.counted && !cohort.counted.isCurrent
    ? `${words} ${countedWords(cohort.counted.at, cohort.counted.people)}`
    : words
}

function movementOf(cohort: Cohort | null, byId: ReadonlyMap<number, Cohort>): Movement | null {
  const parent = byId.get(cohort?.parentId ?? 0)
  return cohort && parent ? movementFrom(parent, cohort) : null
}

/** Empty for zero: most cohorts add none. */
function addedWords(movement: Movement | null): string {
  return movement?.added ? formatCount(movement.added) : ''
}
