import type { Call, Failure, Result } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import type { Cohort } from '#contract/shapes.ts'
import { COHORT_NAME_MAX, ROOT_COHORT_ID, VARIABLE_SET_NAME_MAX } from '#domain/limits.ts'
import { foldText } from '#domain/search-words.ts'
import { refusal } from '#features/definitions/copy-definition.ts'
import { pasteCustomVariables } from '#features/definitions/paste-custom-variables.ts'
import { readDefinition, stepOf, type CohortStep } from '#features/definitions/definition.ts'

/** What a pasted definition became. */
export type Pasted =
  | { readonly kind: 'cohort'; readonly cohortId: number }
  | { readonly kind: 'variable-set'; readonly variableSetId: number }
  | { readonly kind: 'custom-variable'; readonly variableName: string }

/**
 * Makes what a text defines, in a project; a cohort that is there already is taken rather than made twice, unless data
 * were added since it was counted.
 */
export async function pasteDefinition(
  call: Call,
  text: string,
  projectId: number | undefined,
): Promise<Result<Pasted> | Failure> {
  const definition = readDefinition(text)
  if (definition === null) return refusal('The clipboard holds no definition that was copied here.')
  if (definition.kind === 'cohort') return pasteCohorts(call, definition.cohorts, projectId)
  if (definition.kind === 'custom-variable') {
    return pasteCustomVariables(call, definition.customVariables, projectId)
  }
  const { name: wanted, description, variables } = definition
  const sets = await call(variableSetInfo, { projectid: projectId })
  if (!sets.ok) return sets
  const name = freeName(wanted, namesOf(sets.value.variablesets), VARIABLE_SET_NAME_MAX)
  const answer = await call(variableSetNew, { name, description, variables, projectid: projectId })
  return answer.ok ? { ok: true, value: { kind: 'variable-set', variableSetId: answer.value.id } } : answer
}

async function pasteCohorts(
  call: Call,
  steps: readonly CohortStep[],
  projectId: number | undefined,
): Promise<Result<Pasted>> {
  const answer = await call(cohortInfo, { projectid: projectId })
  if (!answer.ok) return answer
  const names = namesOf(answer.value.cohorts)
  const ids: number[] = []
  const idOf = (source: CohortStep['second']) => (typeof source === 'number' ? ids[source] : ROOT_COHORT_ID)

  for (const { from, second, ...step } of steps) {
    const parentId = idOf(from) ?? ROOT_COHORT_ID
    const secondId = second === null || second === undefined ? null : (idOf(second) ?? null)
    const alike = answer.value.cohorts.filter(
      (cohort) =>
        cohort.counted?.is_current !== false &&
        cohort.parent_id === parentId &&
        cohort.secondparent_id === secondId &&
        isMadeAlike(cohort, { from, second, ...step }),
    )
    const same = alike.find(({ name }) => name === step.name) ?? alike[0]
    if (same) {
      ids.push(same.cohortid)
      continue
    }
    const name = freeName(step.name, names, COHORT_NAME_MAX)
    names.add(foldText(name))
    const made = await call(cohortNew, {
      ...step,
      name,
      parent_id: parentId,
      secondparent_id: secondId,
      projectid: projectId,
    })
    if (!made.ok) return made
    ids.push(made.value.new_cohort_id)
  }
  return { ok: true, value: { kind: 'cohort', cohortId: ids.at(-1) ?? ROOT_COHORT_ID } }
}

/** Whether a cohort says the same of those it is made from, whatever it is called. */
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

function namesOf(things: readonly { readonly name: string }[]): Set<string> {
  return new Set(things.map(({ name }) => foldText(name.trim())))
}

/** The name, or with a number after it where it is taken. */
function freeName(wanted: string, taken: ReadonlySet<string>, maxLength: number): string {
  let name = wanted.slice(0, maxLength)
  for (let copy = 2; name !== '' && taken.has(foldText(name.trim())); copy++) {
    const ending = ` (${copy})`
    name = `${wanted.slice(0, maxLength - ending.length)}${ending}`
  }
  return name
}
