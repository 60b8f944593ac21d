import type { Call, Failure, Result } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import { rulesInfo } from '#contract/rules.ts'
import {
  RULES_PLACE,
  type CohortStep,
  type CustomVariableStep,
  type RulesStep,
} from '#contract/shapes/definition-steps.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { isCustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { CUSTOM_VARIABLE_TYPE_UNKNOWN } from '#domain/messages.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { cohortsIn, definitionText, FORMAT, stepOf, withCohorts } from '#features/definitions/definition.ts'

export function refusal(words: string): Failure {
  return { ok: false, status: 0, message: words, serverMessage: words, context: words, issues: [] }
}

/** Cohorts with all their ancestors and the cohorts in their rules, each once; ancestors come first. */
export function cohortCollector(call: Call) {
  const steps: (CohortStep | RulesStep)[] = []
  const places = new Map<number, CohortStep['from']>([[ROOT_COHORT_ID, 'all']])

  async function visit(id: number): Promise<Result<CohortStep['from']>> {
    const known = places.get(id)
    if (known !== undefined) return { ok: true, value: known }
    const answer = await call(cohortInfo, { cohortId: id })
    if (!answer.ok) return answer
    const cohort = answer.value.cohorts.find((candidate) => candidate.cohortId === id)
    if (cohort === undefined) return refusal('A cohort in its definition was deleted.')
    const from = await visit(cohort.parentId ?? ROOT_COHORT_ID)
    if (!from.ok) return from
    if (cohortKind(cohort.constraintType) === 'rules') {
      const step = await rulesStep(cohort, from.value)
      if (!step.ok) return step
      return { ok: true, value: add(id, step.value) }
    }
    const second = cohort.secondparentId === null ? null : await visit(cohort.secondparentId)
    if (second !== null && !second.ok) return second
    const step = stepOf(cohort, from.value, second?.value)
    if (step === null) return refusal(`“${cohort.name}” has a type that cannot be copied.`)
    return { ok: true, value: add(id, step) }
  }

  function add(id: number, step: CohortStep | RulesStep): number {
    places.set(id, steps.length)
    return steps.push(step) - 1
  }

  async function rulesStep(
    { cohortId, name, description }: Cohort,
    from: CohortStep['from'],
  ): Promise<Result<RulesStep>> {
    const answer = await call(rulesInfo, { cohortId })
    if (!answer.ok) return answer
    const { rules } = answer.value
    const ids = new Map<number, number>([[ROOT_COHORT_ID, ROOT_COHORT_ID]])
    for (const tested of cohortsIn(rules)) {
      const place = await visit(tested)
      if (!place.ok) return place
      if (place.value !== 'all') ids.set(tested, place.value + RULES_PLACE)
    }
    const placed = withCohorts(rules, (id) => ids.get(id) ?? ROOT_COHORT_ID)
    return { ok: true, value: { name, description, cohortType: 'rules', from, rules: placed } }
  }

  return { steps, visit }
}

/** A cohort with all its ancestors, as text. */
export async function cohortDefinition(call: Call, cohortId: number): Promise<Result<string>> {
  const { steps, visit } = cohortCollector(call)
  const last = await visit(cohortId)
  if (!last.ok) return last
  if (steps.length === 0) return refusal('All Individuals has no definition to copy.')
  return { ok: true, value: definitionText({ format: FORMAT, kind: 'cohort', cohorts: steps }) }
}

/** A variable set as text. */
export async function variableSetDefinition(call: Call, variableSetId: number): Promise<Result<string>> {
  const answer = await call(variableSetInfo, { variableSetId })
  if (!answer.ok) return answer
  const set = answer.value.variableSets.find((set) => set.variableSetId === variableSetId)
  if (set === undefined) return refusal('This variable set was deleted.')
  const { name, description, variables } = set
  return {
    ok: true,
    value: definitionText({ format: FORMAT, kind: 'variable-set', name, description, variables: [...variables] }),
  }
}

/** Custom variables with all their sources, each once; sources come first. */
export function customVariableCollector(call: Call) {
  const steps: CustomVariableStep[] = []
  const seen = new Set<string>()

  async function visit(name: string): Promise<Failure | null> {
    if (seen.has(name)) return null
    seen.add(name)
    const answer = await call(constructInfo, { constructId: name })
    if (!answer.ok) return answer
    const [construct] = answer.value.customVars
    if (construct === undefined) return refusal(`There is no custom variable ${name}.`)
    const type = construct.constructType || construct.variableType
    if (!isCustomVariableKind(type) && type !== SCORE) return refusal(`${CUSTOM_VARIABLE_TYPE_UNKNOWN}: ${type}`)
    const sources = await lookUpVariables(call, construct.variables)
    if (!sources.ok) return sources
    for (const source of sources.value) {
      const failure = source.variableType === 'variable' ? null : await visit(source.variableName)
      if (failure) return failure
    }
    steps.push({
      name: construct.name,
      constructType: type,
      defaultValue: construct.defaultValue ?? '',
      description: construct.description,
      variables: construct.variables,
      variableLimit: construct.variables.length,
      values: construct.values,
      formula: construct.formula,
    })
    return null
  }

  return { steps, visit }
}

/** A custom variable with all its sources, as text. */
export async function customVariableDefinition(call: Call, variableName: string): Promise<Result<string>> {
  const { steps, visit } = customVariableCollector(call)
  const failure = await visit(variableName)
  if (failure) return failure
  return { ok: true, value: definitionText({ format: FORMAT, kind: 'custom-variable', customVariables: steps }) }
}
