import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { attritionOf, keptShare, type AttritionStep } from '#features/cohorts/lineage/attrition.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'

/** The attrition from All Individuals to a cohort: each step's size and the share kept. */
export function AttritionTable({ cohort, known }: { cohort: Cohort; known: readonly Cohort[] }) {
  const steps = attritionOf(cohort, known)
  const names = new Map(known.map(({ cohortId, name }) => [cohortId, name]))
  return (
    <DataTable
      label="Steps from All Individuals"
      columns={columnsOf(steps, cohort.cohortId, (id) => names.get(id))}
      rows={steps}
      rowKey={(step) => String(steps.indexOf(step))}
    />
  )
}

function columnsOf(
  steps: readonly AttritionStep[],
  ownId: number,
  nameOf: (cohortId: number) => string | undefined,
): readonly Column<AttritionStep>[] {
  const whole = steps[0]?.size ?? null
  const hasArms = steps.some(({ arm }) => arm !== '')
  return [
    ...(hasArms ? [{ key: 'arm', header: 'Arm', cell: ({ arm }: AttritionStep) => arm }] : []),
    {
      key: 'cohort',
      header: 'Cohort',
      cell: ({ cohort }) =>
        cohort.cohortId === ownId ? (
          <strong>{cohort.name}</strong>
        ) : (
          <CommandLink id="cohort.show" args={{ cohortId: cohort.cohortId }}>
            {cohort.name}
          </CommandLink>
        ),
    },
    { key: 'step', header: 'Step', isMinor: true, cell: ({ cohort }) => cohortWords(cohort, undefined, nameOf) },
    {
      key: 'size',
      header: 'Individuals',
      align: 'end',
      cell: ({ size }) => formatSize(size),
    },
    { key: 'kept', header: 'Kept', align: 'end', cell: ({ movement }) => countWords(movement?.kept) },
    {
      key: 'left',
      header: 'Excluded',
      align: 'end',
      cell: ({ cohort, movement }) => (
        <Moved
          words={`excluded at ${cohort.name}`}
          count={movement?.left}
          from={cohort.parentId}
          to={cohort.cohortId}
        />
      ),
    },
    {
      key: 'added',
      header: 'Added',
      align: 'end',
      cell: ({ cohort, movement }) => (
        <Moved words={`added at ${cohort.name}`} count={movement?.added} from={cohort.cohortId} to={cohort.parentId} />
      ),
    },
    {
      key: 'kept-share',
      header: 'Kept, % of parent',
      align: 'end',
      isMinor: true,
      cell: ({ movement }) => keptShare(movement),
    },
    {
      key: 'share',
      header: '% of all',
      align: 'end',
      isMinor: true,
      cell: ({ size }) => (size === null || whole === null ? '' : formatShare(size, whole)),
    },
  ]
}

interface MovedProps {
  words: string
  count: number | null | undefined
  /** The cohort that has these individuals, and the one that has not. */
  from: number | null
  to: number | null
}

/** The individuals who were excluded or added at a step, with a link to their cohort. */
function Moved({ words, count, from, to }: MovedProps) {
  if (!count || from === null || to === null) return countWords(count)
  return (
    <Narrow words={words} look="number" memberOf={[from]} notMemberOf={[to]}>
      {formatCount(count)}
    </Narrow>
  )
}

function countWords(count: number | null | undefined): string {
  return count == null ? '' : formatCount(count)
}
