import { useAtomValue } from 'jotai'
import { copyText } from '#command-kit/clipboard.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { keyInArm } from '#contract/shapes/cohort-flow.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { methodsOfCohort } from '#domain/cohorts/methods-text.ts'
import type { VariableCondition } from '#domain/cohorts/rules.ts'
import { FRONT_END_VERSION } from '#domain/limits.ts'
import { formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import type { FlowCell } from '#domain/pictures/draw-flow.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { ParentSplit } from '#entities/cohorts/counts/parent-split.tsx'
import { flowPicture, FlowView } from '#entities/cohorts/pictures/flow-view.tsx'
import type { Counted } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import type { DraftRule } from '#entities/rules/rule-draft.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { versionsAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { attritionOf, keptShare, type AttritionStep } from '#features/cohorts/lineage/attrition.ts'
import {
  useCohortFlow,
  useRulesSplit,
  type CohortFlow,
  type FlowTarget,
} from '#features/cohorts/lineage/use-cohort-flow.ts'
import { AreaWords } from '#ui/charts/drawing-view.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

/** A cohort's CONSORT flow from All Individuals, with the attrition table as its table. */
export default function Lineage({ cohort }: { cohort: Cohort }) {
  const { cohortId } = cohort
  const flow = useCohortFlow(cohort)
  const known = useAtomValue(cohortsAtom)
  const isShown = flow !== undefined && flow !== null
  useMethodsText(cohort, flow)
  return (
    <section className={stack['section']} aria-label="Lineage">
      <h2>
        <Term id="lineage" />
      </h2>
      <Loaded resource={isShown ? known : { ...known, data: undefined }}>
        {(all) =>
          isShown && (
            <PictureFrame
              picture={flowPicture(cohort.name, flow.steps)}
              asTable={<AttritionTable cohort={cohort} known={all} />}
            >
              <FlowView
                name={cohort.name}
                steps={flow.steps}
                link={(cell, isStop) => <CellLink cell={cell} flow={flow} ownId={cohortId} isStop={isStop} />}
              />
            </PictureFrame>
          )
        }
      </Loaded>
      {cohortKind(cohort.constraintType) === 'rules' && (
        <div className={stack['row']}>
          <CommandButton id="definition.edit" args={{ cohortId }} size="small">
            What if: change the rules
          </CommandButton>
        </div>
      )}
    </section>
  )
}

/** The outcomes of the parent's individuals by the rules of a saved cohort. */
export function RulesSplit({ cohort }: { cohort: Cohort }) {
  const split = useRulesSplit(cohort)
  return split !== null && <ParentSplit split={split ?? null} parentId={cohort.parentId} />
}

/** Offers the cohort's methods text once its flow is counted. */
function useMethodsText({ name, counted }: Cohort, flow: CohortFlow | undefined | null) {
  const release = useAtomValue(versionsAtom)?.release?.name
  const isCurrent = counted === null || counted.isCurrent
  const data =
    isCurrent && release !== undefined
      ? `data release ${release}`
      : counted === null
        ? 'the present data'
        : `the data of ${counted.at.slice(0, 'YYYY-MM-DD'.length)}`
  const isCounted = flow?.steps.every(({ count }) => count !== undefined) ?? false
  usePaneActions({
    'methods.copy': {
      available: isCounted || { because: 'The flow of the cohort is being counted.' },
      run: () => {
        const software = `DIVER ${FRONT_END_VERSION}`
        const steps = flow?.stepsInWords() ?? []
        return copyText(methodsOfCohort({ name, steps, software, data }))
      },
    },
  })
}

interface CellLinkProps {
  cell: FlowCell
  flow: CohortFlow
  /** The cohort of the page. */
  ownId: number
  isStop: boolean
}

/** Leads from a box to its cohort, from an arm to a new cohort; with a button that adds its rules to an open builder. */
function CellLink({ cell, flow: { steps, targets }, ownId, isStop }: CellLinkProps) {
  const { part, words } = cell
  const step = steps[cell.step]
  const target = step && targets.get(keyInArm(step.key))
  const count = step && (part === 'box' ? step.count : step[part]?.count)
  const found = target && count ? individualsOf(part, target) : null
  const isNew = found === null || found.cohortId === null || found.cohortId === ownId
  if (found === null) return <AreaWords words={words} isStop={isStop} />
  return (
    <Narrow
      words={words}
      look="column"
      tooltip={isNew ? `${words}. Build a cohort of these.` : words}
      isInGrid={!isStop}
      {...(!isNew && { shows: found.cohortId })}
      {...found.counted}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
    </Narrow>
  )
}

interface Individuals {
  /** The cohort that they are the members of. */
  readonly cohortId: number | null
  readonly counted: Counted
}

/** The individuals of a box or an arm; null if no rules select them. */
function individualsOf(part: FlowCell['part'], { cohort, rules, isCohort }: FlowTarget): Individuals | null {
  const { cohortId, parentId, secondparentId } = cohort
  switch (part) {
    case 'box':
      return isCohort ? membersOf(cohortId) : matching(parentId, rules)
    case 'joined':
      return secondparentId === null ? null : membersOf(secondparentId)
    case 'added':
      return parentId === null ? null : { cohortId: null, counted: { memberOf: [cohortId], notMemberOf: [parentId] } }
    case 'excluded': {
      // Who fails one of the first rules is in no cohort.
      if (!isCohort || parentId === null) return null
      const before = matching(parentId, rules.slice(0, -1))
      return before && { cohortId: null, counted: { ...before.counted, notMemberOf: [cohortId] } }
    }
  }
}

function membersOf(cohortId: number): Individuals {
  return { cohortId, counted: { memberOf: [cohortId] } }
}

/** Members of a cohort who match rules; null unless all are conditions, memberships and at most one stratum. */
function matching(parentId: number | null, rules: readonly DraftRule[]): Individuals | null {
  if (parentId === null) return null
  const where: VariableCondition[] = []
  const memberOf: number[] = []
  let stratum: Counted['stratum']
  for (const rule of rules) {
    if (rule.kind === 'cohort' && rule.cohortId !== null) memberOf.push(rule.cohortId)
    else if (
      rule.kind === 'condition' &&
      rule.variableName !== null &&
      rule.condition &&
      rule.unknownAs === 'unknown'
    ) {
      where.push({ variableName: rule.variableName, ...rule.condition })
    } else if (rule.kind === 'stratum' && rule.unknownAs === 'unknown' && rule.values.length > 0 && !stratum) {
      stratum = { field: rule.field, values: rule.values }
    } else return null
  }
  return { cohortId: null, counted: { parentId, where, memberOf, ...(stratum && { stratum }) } }
}

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
