import { COHORT_KIND_NAMES } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Split } from '#contract/shapes/entities.ts'
import { FLOW_OUTCOMES, type FlowArm, type FlowCount, type FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { cohortKind, isSetOperation } from '#domain/cohorts/cohorts.ts'
import { FLOW_ARMS_DEEP, FLOW_COHORTS_MAX } from '#domain/limits.ts'

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
  /** The outcomes of the parent's members for a subset or an intersection. */
  readonly split: StepSplit
  /** The successive rules of a cohort by rules; empty if they are not counted. */
  readonly rules: readonly FlowRule[]
  readonly families: number | null
  /** Members who are relatives without data. */
  readonly placeholders: number | null
  readonly second: Pick<Cohort, 'name' | 'rowCount'> | null
  /** The lineage of the second cohort from the last cohort that both share; empty if it has no steps of its own. */
  readonly arm: readonly FlowCohort[]
}

/** A step without arms, in the flow itself. */
export const PLAIN_STEP = {
  families: null,
  placeholders: null,
  joined: null,
  excluded: null,
  added: null,
  isRule: false,
  isOff: false,
  lane: 0,
  arm: '',
} as const

/** The CONSORT flow of a lineage, All Individuals first; a cohort by rules has a step for each of its successive rules. */
export function flowOfLineage(lineage: readonly FlowCohort[]): readonly FlowStep[] {
  return stepsOfLane(lineage, { lane: 0, arm: '', prefix: '' })
}

interface Lane extends Pick<FlowStep, 'lane' | 'arm'> {
  /** Makes the keys unique: arms may have equal cohorts. */
  readonly prefix: string
}

function stepsOfLane(lineage: readonly FlowCohort[], { lane, arm, prefix }: Lane): readonly FlowStep[] {
  return lineage.flatMap((flowCohort, place) => {
    const inLane = (step: FlowStep) => ({ ...step, lane, arm, key: `${prefix}${step.key}` })
    const parent = lineage[place - 1]?.cohort
    const [next] = lineage.slice(1)
    const { cohortId, name, parentId, rowCount } = flowCohort.cohort
    if (parent) {
      const second = { lane: lane + 1, arm: flowCohort.second?.name ?? '', prefix: `${prefix}${cohortId}/` }
      return [...stepsOfLane(flowCohort.arm, second), ...stepsOf(flowCohort, parent).map(inLane)]
    }
    // An outdated cohort was counted on fewer individuals than there are today.
    const isOutdated = parentId === null && next?.cohort.counted?.isCurrent === false
    const count = isOutdated ? (next.cohort.counted?.people ?? null) : rowCount
    const placeholders = isOutdated ? null : placeholdersOf(flowCohort)
    return [inLane({ ...PLAIN_STEP, key: String(cohortId), name, words: '', count, placeholders })]
  })
}

/** The key of a step within its arm. */
export function keyInArm(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

function stepsOf(flowCohort: FlowCohort, parent: Cohort): readonly FlowStep[] {
  const { cohort, words, families, second, arm } = flowCohort
  const { kept, left, added } = movementFrom(parent, cohort)
  const whole = kept === null || left === null ? null : kept + left
  const step = { ...PLAIN_STEP, ...named(flowCohort) }
  switch (cohortKind(cohort.constraintType)) {
    case 'compound': {
      const shownSplit = isConsistent([{ words, split: flowCohort.split }], cohort.rowCount, whole)
        ? flowCohort.split
        : null
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
              : armOf(`Excluded: ${operation === 'SUBTRACT' ? 'in' : 'not in'} ${name}`, left, shownSplit),
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
      const { length } = flowCohort.rules
      if (length > 0 && isConsistent(flowCohort.rules, cohort.rowCount, whole)) {
        const steps = stepsOfRules(flowCohort.rules, step.key)
        return steps.map((one, place) => (place === length - 1 ? { ...one, ...named(flowCohort), isRule: false } : one))
      }
      return [{ ...step, words: 'match a set of rules', excluded: armOf('Excluded', left, null) }]
    }
    case 'subset': {
      const isShown = isConsistent([{ words, split: flowCohort.split }], cohort.rowCount, whole)
      return [{ ...step, words, excluded: armOf('Excluded', left, isShown ? flowCohort.split : null) }]
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

function named(flowCohort: FlowCohort): Pick<FlowStep, 'key' | 'name' | 'count' | 'placeholders'> {
  const { cohortId, name, rowCount } = flowCohort.cohort
  return { key: String(cohortId), name, count: rowCount, placeholders: placeholdersOf(flowCohort) }
}

/** Members counted on earlier data have no number of those without data today. */
function placeholdersOf({ cohort, placeholders }: FlowCohort): number | null {
  return cohort.counted?.isCurrent === false ? null : placeholders || null
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
    isRule: true,
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
    const outcomeCount = split === undefined ? undefined : (split[key] ?? 0)
    return key === 'notCounted' && !outcomeCount ? [] : [{ key, count: outcomeCount }]
  })
  return { label, count, outcomes }
}

/** Changes from a cohort's first parent to the cohort; null if a number is suppressed or unknown. */
export interface Movement {
  /** Members of both. */
  readonly kept: number | null
  /** Members of the parent alone. */
  readonly left: number | null
  /** Members of the cohort alone. */
  readonly added: number | null
}

/**
 * Compares members, not sizes: a pedigree cohort drops members of its parent and adds relatives. All Individuals has
 * its current size: an outdated cohort is compared with that.
 */
export function movementFrom(parent: Cohort, cohort: Cohort): Movement {
  const isOfAllIndividuals = parent.parentId === null
  const parentSize = isOfAllIndividuals && cohort.counted ? cohort.counted.people : parent.rowCount
  const size = cohort.rowCount
  const kept = cohort.kept ?? keptByKind(cohort.constraintType, size, parentSize)
  return {
    kept,
    left: kept === null || parentSize === null ? null : parentSize - kept,
    added: kept === null || size === null ? null : size - kept,
  }
}

/** Only the back end knows how many members a pedigree keeps; for the other kinds the sizes suffice. */
function keptByKind(constraintType: string | null, size: number | null, parentSize: number | null): number | null {
  if (constraintType === 'UNION') return parentSize
  const kind = cohortKind(constraintType)
  return kind === 'subset' || kind === 'compound' || kind === 'rules' ? size : null
}

/** A cohort of a flow. */
export interface LineageStep {
  readonly cohort: Cohort
  readonly second: Cohort | null
  /** The steps to the second cohort of a compound set, from the last one that both arms share; empty for none. */
  readonly arm: readonly LineageStep[]
}

/** A cohort's lineage by first parents, from All Individuals to itself. */
function lineageOf(cohort: Cohort, known: readonly Cohort[]): readonly Cohort[] {
  const byId = new Map(known.map((each) => [each.cohortId, each]))
  const lineage: Cohort[] = [cohort]
  for (let parent = byId.get(cohort.parentId ?? 0); parent; parent = byId.get(parent.parentId ?? 0)) {
    // Another back end's data may have a cycle.
    if (lineage.includes(parent)) break
    lineage.unshift(parent)
  }
  return lineage
}

/** The lineage with the arms of its compound sets; without arms if there are too many cohorts to draw. */
export function lineageWithArms(cohort: Cohort, known: readonly Cohort[]): readonly LineageStep[] {
  const steps = stepsTo(cohort, known, FLOW_ARMS_DEEP)
  return sizeOf(steps) > FLOW_COHORTS_MAX ? stepsTo(cohort, known, 0) : steps
}

function sizeOf(steps: readonly LineageStep[]): number {
  return steps.reduce((sum, { arm }) => sum + 1 + sizeOf(arm), 0)
}

function stepsTo(cohort: Cohort, known: readonly Cohort[], armsDeep: number): readonly LineageStep[] {
  const lineage = lineageOf(cohort, known)
  return lineage.map((ancestor, place) => {
    const isCompound = cohortKind(ancestor.constraintType) === 'compound'
    const second = (isCompound && known.find(({ cohortId }) => cohortId === ancestor.secondparentId)) || null
    if (second === null || armsDeep === 0) return { cohort: ancestor, second, arm: [] }
    const steps = stepsTo(second, known, armsDeep - 1)
    const shared = steps.findLastIndex((step) => lineage.slice(0, place).includes(step.cohort))
    const arm = steps.slice(Math.max(0, shared))
    return { cohort: ancestor, second, arm: arm.length > 1 ? arm : [] }
  })
}

/** The cohorts of a lineage and its arms, each once, those of the arms first. */
export function cohortsOf(steps: readonly LineageStep[]): readonly Cohort[] {
  const inArms = steps.flatMap(({ arm }) => cohortsOf(arm))
  const mainLine = steps.map(({ cohort }) => cohort)
  return [...inArms.filter((cohort) => !mainLine.includes(cohort)), ...mainLine].filter(
    (cohort, place, all) => all.indexOf(cohort) === place,
  )
}
