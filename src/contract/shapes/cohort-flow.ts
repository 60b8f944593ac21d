import { movementFrom } from '#contract/shapes/cohort-movement.ts'
import { COHORT_KIND_NAMES } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Split } from '#contract/shapes/entities.ts'
import { FLOW_OUTCOMES, type FlowArm, type FlowCount, type FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { cohortKind, isSetOperation } from '#domain/cohorts/cohorts.ts'

/** The outcomes at a step; null without them, undefined while they load. */
export type StepSplit = Split | null | undefined

/** A rule and the outcomes of the members who match all rules before it. */
export interface FlowRule {
  readonly words: string
  readonly split: StepSplit
}

/** A cohort of a lineage with its numbers. */
export interface FlowCohort {
  readonly cohort: Cohort
  /** The definition of a subset or pedigree set in words. */
  readonly words: string
  /** The outcomes of the parent's members for a subset. */
  readonly split: StepSplit
  /** The successive rules of a cohort by rules; empty if they are not counted. */
  readonly rules: readonly FlowRule[]
  readonly families: number | null
  readonly second: Pick<Cohort, 'name' | 'rowCount'> | null
  /** The lineage of the second cohort from the last cohort that both share; empty if it has no steps of its own. */
  readonly arm: readonly FlowCohort[]
}

/** A step without arms, in the flow itself. */
export const PLAIN_STEP = {
  families: null,
  joined: null,
  excluded: null,
  added: null,
  isOff: false,
  lane: 0,
  arm: '',
} as const

/** The CONSORT flow of a lineage, All Individuals first; a cohort by rules has a step for each of its successive rules. */
export function flowOfLineage(lineage: readonly FlowCohort[]): readonly FlowStep[] {
  return stepsOfLane(lineage, { lane: 0, arm: '', prefix: '' })
}

interface Lane extends Pick<FlowStep, 'lane' | 'arm'> {
  /** Of the keys: arms may have equal cohorts. */
  readonly prefix: string
}

function stepsOfLane(lineage: readonly FlowCohort[], { lane, arm, prefix }: Lane): readonly FlowStep[] {
  return lineage.flatMap((own, place) => {
    const inLane = (step: FlowStep) => ({ ...step, lane, arm, key: `${prefix}${step.key}` })
    const parent = lineage[place - 1]?.cohort
    const [next] = lineage.slice(1)
    const { cohortId, name, parentId, rowCount } = own.cohort
    if (parent) {
      const second = { lane: lane + 1, arm: own.second?.name ?? '', prefix: `${prefix}${cohortId}/` }
      return [...stepsOfLane(own.arm, second), ...stepsOf(own, parent).map(inLane)]
    }
    // An outdated cohort was counted on fewer individuals than there are today.
    const isOutdated = parentId === null && next?.cohort.counted?.isCurrent === false
    const count = isOutdated ? (next.cohort.counted?.people ?? null) : rowCount
    return [inLane({ ...PLAIN_STEP, key: String(cohortId), name, words: '', count })]
  })
}

/** The key of a step within its arm. */
export function keyInArm(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

function stepsOf(own: FlowCohort, parent: Cohort): readonly FlowStep[] {
  const { cohort, words, families, second, arm } = own
  const { kept, left, added } = movementFrom(parent, cohort)
  const whole = kept === null || left === null ? null : kept + left
  const step = { ...PLAIN_STEP, key: String(cohort.cohortId), name: cohort.name, count: cohort.rowCount }
  switch (cohortKind(cohort.constraintType)) {
    case 'compound': {
      const name = second?.name ?? `cohort ${cohort.secondparentId ?? ''}`
      const operation = isSetOperation(cohort.constraintType ?? '') ? cohort.constraintType : null
      return [
        {
          ...step,
          words: `${operation === 'UNION' ? 'or' : operation === 'SUBTRACT' ? 'but not' : 'and'} in ${name}`,
          joined: arm.length > 0 ? null : { name, count: second?.rowCount ?? null },
          excluded:
            operation === 'UNION'
              ? null
              : armOf(`Excluded: ${operation === 'SUBTRACT' ? 'in' : 'not in'} ${name}`, left, null),
          added: operation === 'UNION' ? armOf(`Added: only in ${name}`, added, null) : null,
        },
      ]
    }
    case 'pedigree':
      return [
        {
          ...step,
          words,
          families,
          excluded: armOf('Excluded: other families', left, null),
          added: armOf('Added: relatives', added, null),
        },
      ]
    case 'rules': {
      const { length } = own.rules
      if (length > 0 && isConsistent(own.rules, cohort.rowCount, whole)) {
        const steps = stepsOfRules(own.rules, step.key)
        return steps.map((one, place) => (place === length - 1 ? { ...one, ...named(cohort) } : one))
      }
      return [{ ...step, words: 'match a set of rules', excluded: armOf('Excluded', left, null) }]
    }
    case 'subset': {
      const isShown = isConsistent([{ words, split: own.split }], cohort.rowCount, whole)
      return [{ ...step, words, excluded: armOf('Excluded', left, isShown ? own.split : null) }]
    }
    default:
      return [
        {
          ...step,
          words: COHORT_KIND_NAMES[cohortKind(cohort.constraintType)],
          excluded: armOf('Excluded', left, null),
        },
      ]
  }
}

function named({ cohortId, name, rowCount }: Cohort): Pick<FlowStep, 'key' | 'name' | 'count'> {
  return { key: String(cohortId), name, count: rowCount }
}

/** The key of a step by its cohort; rules but the last have keys of their own. */
export function ruleStepKey(cohortKey: string, place: number): string {
  return `${cohortKey} ${place}`
}

/** The steps of successive rules after a box of their parent. */
export function stepsOfRules(rules: readonly FlowRule[], key: string): readonly FlowStep[] {
  return rules.map(({ words, split }, place) => ({
    ...PLAIN_STEP,
    key: ruleStepKey(key, place),
    name: `Rule ${place + 1} of ${rules.length}`,
    words,
    count: split === undefined ? undefined : (split?.match ?? null),
    excluded: armOf('Excluded', split == null ? split : excludedBy(split), split),
  }))
}

/** Whether outcomes belong to the saved numbers: the data may have changed, or a part may be suppressed. */
function isConsistent(rules: readonly FlowRule[], size: number | null, whole: number | null): boolean {
  const splits = rules.map(({ split }) => split)
  if (splits.includes(undefined)) return true
  const [first, last] = [splits[0], splits.at(-1)]
  return first != null && last != null && last.match === size && first.match + excludedBy(first) === whole
}

function excludedBy({ noMatch, unknown, noRecord, notCounted }: Split): number {
  return noMatch + unknown + noRecord + (notCounted ?? 0)
}

/** While the split loads, its outcomes have their places. */
function armOf(label: string, count: FlowCount, split: StepSplit): FlowArm {
  if (split === null) return { label, count, outcomes: [] }
  const outcomes = FLOW_OUTCOMES.flatMap(({ key }) => {
    const own = split === undefined ? undefined : (split[key] ?? 0)
    return key === 'notCounted' && !own ? [] : [{ key, count: own }]
  })
  return { label, count, outcomes }
}
