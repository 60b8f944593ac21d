import type { Call, Failure, Result } from '#api/result.ts'
import { constructInfo, constructNew } from '#contract/custom-variables.ts'
import { renamed } from '#contract/rename-variables.ts'
import { freeVariableName } from '#domain/names.ts'
import { lookUpVariables } from '#entities/look-up-variables.ts'
import { refusal } from '#features/definitions/copy-definition.ts'
import type { CustomVariableStep } from '#features/definitions/definition.ts'

type PastedVariable = { readonly kind: 'custom-variable'; readonly variableName: string }

/** Makes custom variables in their order; one that is there already and says the same is taken, another's name not. */
export async function pasteCustomVariables(
  call: Call,
  steps: readonly CustomVariableStep[],
  projectId: number | undefined,
): Promise<Result<PastedVariable>> {
  const names = new Map<string, string>()
  for (const given of steps) {
    const step = renamed(given, (name) => names.get(name.toUpperCase()) ?? name)
    const missing = await missingNames(call, step.variables)
    if (missing) return missing
    const placed = (await madeAlike(call, step)) ?? (await make(call, step, projectId))
    if (!placed.ok) return placed
    names.set(given.name.toUpperCase(), placed.value)
  }
  return { ok: true, value: { kind: 'custom-variable', variableName: [...names.values()].at(-1) ?? '' } }
}

async function missingNames(call: Call, names: readonly string[]): Promise<Failure | null> {
  const found = await lookUpVariables(call, names)
  if (!found.ok) return found
  const known = new Set(found.value.map((variable) => variable.variable_name.toUpperCase()))
  const missing = names.filter((name) => !known.has(name.toUpperCase()))
  return missing.length === 0 ? null : refusal(`There is no variable named ${missing.join(', ')} here.`)
}

/** The user's own variable of the same name, if it is made the same way. */
async function madeAlike(call: Call, step: CustomVariableStep): Promise<Result<string> | null> {
  const answer = await call(constructInfo, { constructid: step.name })
  if (!answer.ok) return answer.status === 404 ? null : answer
  const [own] = answer.value.custom_vars
  const isAlike =
    own !== undefined &&
    own.construct_type === step.construct_type &&
    (own.default_value ?? '') === step.defaultValue &&
    JSON.stringify([own.variables, own.values]) === JSON.stringify([step.variables, step.values])
  return isAlike ? { ok: true, value: own.name } : null
}

async function make(call: Call, step: CustomVariableStep, projectId: number | undefined): Promise<Result<string>> {
  const taken = new Set<string>()
  for (let name = step.name; ; name = freeVariableName(step.name, (other) => taken.has(other))) {
    const made = await call(constructNew, { ...step, name, projectid: projectId })
    if (made.ok) return { ok: true, value: made.value.variable_name }
    // A conflict is about the name alone; names of other projects are known to the server only.
    if (made.status !== 409 || taken.size > 50) return made
    taken.add(name)
  }
}
