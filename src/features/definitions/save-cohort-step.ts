import type { Call, Result } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { rulesInfo, rulesNew } from '#contract/rules.ts'
import { RULES_PLACE, type CohortStep, type RulesStep } from '#contract/shapes/definition-steps.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { stepOf, withCohorts, type Rules } from '#features/definitions/definition.ts'

/** A step of a definition on the ids of this server. */
export type PlacedStep =
  | { readonly step: CohortStep; readonly parentId: number; readonly secondparentId: number | null }
  | { readonly step: RulesStep; readonly parentId: number; readonly rules: Rules }

/** Replaces the places of earlier steps by ids. */
export function placedStep(step: CohortStep | RulesStep, idOf: (place: number) => number): PlacedStep {
  const idOfSource = (source: CohortStep['from']) => (source === 'all' ? ROOT_COHORT_ID : idOf(source))
  const parentId = idOfSource(step.from)
  if (step.cohortType === 'rules') {
    const rules = withCohorts(step.rules, (id) => (id === ROOT_COHORT_ID ? id : idOf(id - RULES_PLACE)))
    return { step, parentId, rules }
  }
  const { second } = step
  return { step, parentId, secondparentId: second === null || second === undefined ? null : idOfSource(second) }
}

/** The cohort with the same definition whose counts are current; null if there is none. */
export async function sameCohort(
  call: Call,
  cohorts: readonly Cohort[],
  placed: PlacedStep,
): Promise<Result<number | null>> {
  const candidates = cohorts.filter(
    ({ counted, parentId }) => counted?.isCurrent !== false && parentId === placed.parentId,
  )
  if ('rules' in placed) {
    return sameRules(
      call,
      candidates.filter(({ name }) => name === placed.step.name),
      placed.rules,
    )
  }
  const alike = candidates.filter(
    (cohort) => cohort.secondparentId === placed.secondparentId && isMadeAlike(cohort, placed.step),
  )
  const same = alike.find(({ name }) => name === placed.step.name) ?? alike[0]
  return { ok: true, value: same?.cohortId ?? null }
}

/** Saves the cohort of a step; returns its id. */
export async function saveCohort(
  call: Call,
  placed: PlacedStep,
  { name, projectId }: { readonly name: string; readonly projectId: number | undefined },
): Promise<Result<number>> {
  const { parentId } = placed
  if ('rules' in placed) {
    const { rules, step } = placed
    const made = await call(rulesNew, { parentId, rules, name, description: step.description, projectId })
    return made.ok ? { ok: true, value: made.value.newCohortId } : made
  }
  const { from: _, second: __, ...step } = placed.step
  const made = await call(cohortNew, { ...step, name, parentId, secondparentId: placed.secondparentId, projectId })
  return made.ok ? { ok: true, value: made.value.newCohortId } : made
}

async function sameRules(call: Call, cohorts: readonly Cohort[], rules: Rules): Promise<Result<number | null>> {
  for (const { cohortId, constraintType } of cohorts) {
    if (cohortKind(constraintType) !== 'rules') continue
    const answer = await call(rulesInfo, { cohortId })
    if (!answer.ok) return answer
    if (JSON.stringify(answer.value.rules) === JSON.stringify(rules)) return { ok: true, value: cohortId }
  }
  return { ok: true, value: null }
}

/** Whether a cohort has the same definition, whatever its name. */
function isMadeAlike(cohort: Cohort, step: CohortStep): boolean {
  const made = stepOf(cohort, step.from, step.second)
  const unnamed = (one: CohortStep) => {
    const { name: _name, description: _description, ...rest } = one
    return JSON.stringify(
      Object.entries(rest)
        .filter(([, value]) => value !== null && value !== undefined)
        .toSorted(([one], [other]) => one.localeCompare(other)),
    )
  }
  return made !== null && unnamed(made) === unnamed(step)
}
