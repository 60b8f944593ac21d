import type { Call, Failure, Result } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import type { CohortStep, CustomVariableStep, RulesStep } from '#contract/shapes/definition-steps.ts'
import { renamed } from '#contract/shapes/rename-variables.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { COHORT_NAME_MAX, ROOT_COHORT_ID, VARIABLE_SET_NAME_MAX } from '#domain/limits.ts'
import { nameKey } from '#domain/text/names.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { refusal } from '#features/definitions/copy-definition.ts'
import { readDefinition } from '#features/definitions/definition.ts'
import { placedStep, sameCohort, saveCohort } from '#features/definitions/save-cohort-step.ts'

/** The item made from a pasted definition. */
export type Pasted =
  | { readonly kind: 'cohort'; readonly cohortId: number }
  | { readonly kind: 'variable-set'; readonly variableSetId: number }
  | { readonly kind: 'custom-variable'; readonly variableName: string }

/**
 * Makes the items of a definition in a project. An existing identical cohort is reused, unless its counts are outdated.
 */
export async function pasteDefinition(
  call: Call,
  text: string,
  projectId: number | undefined,
): Promise<Result<Pasted> | Failure> {
  const definition = readDefinition(text)
  if (definition === null) return refusal('The clipboard contains no definition from this product.')
  if (definition.kind === 'cohort') return pasteCohorts(call, definition.cohorts, projectId)
  if (definition.kind === 'custom-variable') {
    return pasteCustomVariables(call, definition.customVariables, projectId)
  }
  const { name: wanted, description, variables } = definition
  const sets = await call(variableSetInfo, { projectId })
  if (!sets.ok) return sets
  const name = freeName(wanted, namesOf(sets.value.variableSets), VARIABLE_SET_NAME_MAX)
  const answer = await call(variableSetNew, { name, description, variables, projectId })
  return answer.ok ? { ok: true, value: { kind: 'variable-set', variableSetId: answer.value.id } } : answer
}

async function pasteCohorts(
  call: Call,
  steps: readonly (CohortStep | RulesStep)[],
  projectId: number | undefined,
): Promise<Result<Pasted>> {
  const answer = await call(cohortInfo, { projectId })
  if (!answer.ok) return answer
  const names = namesOf(answer.value.cohorts)
  const ids: number[] = []
  const idOf = (place: number) => ids[place] ?? ROOT_COHORT_ID

  const nameFor = (wanted: string) => {
    const name = freeName(wanted, names, COHORT_NAME_MAX)
    names.add(nameKey(name))
    return name
  }

  for (const cohortStep of steps) {
    const placed = placedStep(cohortStep, idOf)
    const same = await sameCohort(call, answer.value.cohorts, placed)
    if (!same.ok) return same
    if (same.value !== null) {
      ids.push(same.value)
      continue
    }
    const made = await saveCohort(call, placed, { name: nameFor(cohortStep.name), projectId })
    if (!made.ok) return made
    ids.push(made.value)
  }
  return { ok: true, value: { kind: 'cohort', cohortId: ids.at(-1) ?? ROOT_COHORT_ID } }
}

export function namesOf(things: readonly { readonly name: string }[]): Set<string> {
  return new Set(things.map(({ name }) => nameKey(name)))
}

/** The name, or the name with a number if it is in use. */
export function freeName(wanted: string, taken: ReadonlySet<string>, maxLength: number): string {
  let name = wanted.slice(0, maxLength)
  for (let copy = 2; name !== '' && taken.has(nameKey(name)); copy++) {
    const ending = ` (${copy})`
    name = `${wanted.slice(0, maxLength - ending.length)}${ending}`
  }
  return name
}

type PastedVariable = { readonly kind: 'custom-variable'; readonly variableName: string }

/** Makes custom variables in order; an identical one is reused, a name in use gets a number. */
async function pasteCustomVariables(
  call: Call,
  steps: readonly CustomVariableStep[],
  projectId: number | undefined,
): Promise<Result<PastedVariable>> {
  const names = new Map<string, string>()
  for (const source of steps) {
    const step = renamed(source, (name) => names.get(name.toUpperCase()) ?? name)
    const missing = await missingNames(call, step.variables)
    if (missing) return missing
    const placed = (await madeAlike(call, step)) ?? (await saveCustomVariable(call, step, projectId))
    if (!placed.ok) return placed
    names.set(source.name.toUpperCase(), placed.value)
  }
  return { ok: true, value: { kind: 'custom-variable', variableName: [...names.values()].at(-1) ?? '' } }
}

async function missingNames(call: Call, names: readonly string[]): Promise<Failure | null> {
  const found = await lookUpVariables(call, names)
  if (!found.ok) return found
  const known = new Set(found.value.map((variable) => variable.variableName.toUpperCase()))
  const missing = names.filter((name) => !known.has(name.toUpperCase()))
  return missing.length === 0 ? null : refusal(`There is no variable named ${missing.join(', ')} here.`)
}

/** The user's variable of the same name, if its definition is the same. */
export async function madeAlike(call: Call, step: CustomVariableStep): Promise<Result<string> | null> {
  const answer = await call(constructInfo, { constructId: step.name })
  if (!answer.ok) return answer.status === 404 ? null : answer
  const [existing] = answer.value.customVars
  const isAlike =
    existing !== undefined &&
    existing.constructType === step.constructType &&
    (existing.defaultValue ?? '') === step.defaultValue &&
    JSON.stringify([existing.variables, existing.values, existing.formula]) ===
      JSON.stringify([step.variables, step.values, step.formula])
  return isAlike ? { ok: true, value: existing.name } : null
}

export async function saveCustomVariable(
  call: Call,
  step: CustomVariableStep,
  projectId: number | undefined,
): Promise<Result<string>> {
  const taken = new Set<string>()
  for (let name = step.name; ; name = freeVariableName(step.name, (other) => taken.has(other))) {
    const made = await call(constructNew, { ...step, name, projectId })
    if (made.ok) return { ok: true, value: made.value.variableName }
    // A conflict concerns the name only; the server knows names of other projects too.
    if (made.status !== 409 || taken.size > 50) return made
    taken.add(name)
  }
}
