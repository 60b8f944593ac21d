import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { FLOW_ARMS_DEEP, FLOW_COHORTS_MAX } from '#domain/limits.ts'

/** A cohort of a flow. */
export interface LineageStep {
  readonly cohort: Cohort
  readonly second: Cohort | null
  /** The steps to the second cohort of a compound set, from the last one that both arms share; empty for none. */
  readonly arm: readonly LineageStep[]
}

/** A cohort's lineage by first parents, from All Individuals to itself. */
export function lineageOf(cohort: Cohort, known: readonly Cohort[]): readonly Cohort[] {
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
  return lineage.map((own, place) => {
    const isCompound = cohortKind(own.constraintType) === 'compound'
    const second = (isCompound && known.find(({ cohortId }) => cohortId === own.secondparentId)) || null
    if (second === null || armsDeep === 0) return { cohort: own, second, arm: [] }
    const steps = stepsTo(second, known, armsDeep - 1)
    const shared = steps.findLastIndex((step) => lineage.slice(0, place).includes(step.cohort))
    const arm = steps.slice(Math.max(0, shared))
    return { cohort: own, second, arm: arm.length > 1 ? arm : [] }
  })
}

/** The cohorts of a lineage and its arms, each once, those of the arms first. */
export function cohortsOf(steps: readonly LineageStep[]): readonly Cohort[] {
  const inArms = steps.flatMap(({ arm }) => cohortsOf(arm))
  const own = steps.map(({ cohort }) => cohort)
  return [...inArms.filter((cohort) => !own.includes(cohort)), ...own].filter(
    (cohort, place, all) => all.indexOf(cohort) === place,
  )
}
