import type { Failure } from '#api/result.ts'
import { conditionProblem } from '#domain/conditions/constraint.ts'
import { SOURCE_LIMITS, sourceTypeProblem } from '#domain/custom-variables/custom-variables.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { VALUE_NAME, VARIABLE_NAME } from '#domain/text/names.ts'
import {
  criteriaOf,
  isBlank,
  savedValues,
  valueTitle,
  type CustomVariableDraft,
  type DraftValue,
} from '#features/custom-variables/draft.ts'

/** An open requirement of Save, and the field that meets it. */
export interface Requirement {
  readonly field: string
  readonly words: string
}

/** Fields that a requirement can point to. */
export const FIELD = {
  name: 'name',
  description: 'description',
  sources: 'sources',
  values: 'values',
  default: 'default',
  cells: 'cells',
  valueName: (key: string) => `name of ${key}`,
  valueDefinition: (key: string) => `definition of ${key}`,
} as const

/** The data type of a source, if known. */
export type TypeOf = (variableName: string) => string | undefined

/** Why a value's definition cannot be counted yet, or null; the default's blank conditions are ignored. */
export function definitionProblem(draft: CustomVariableDraft, value: DraftValue, typeOf: TypeOf): string | null {
  const title = valueTitle(draft, value.key)
  if (draft.kind === 'merge') {
    return Object.values(draft.cells).includes(value.key) ? null : `Give a combination the value ${title}.`
  }
  const criteria = criteriaOf(value)
  const filled = criteria.filter((criterion) => !isBlank(criterion))
  const isDefault = draft.defaultKey === value.key
  if (filled.length === 0 && !isDefault) return `Give ${title} a condition.`
  const isBroken = filled.some(
    ({ variableName, condition }) => condition && conditionProblem(typeOf(variableName) ?? '', condition) !== null,
  )
  const isOpen = !isDefault && filled.length < criteria.length
  return isBroken || isOpen ? `Complete the conditions of ${title}.` : null
}

/** Sources of a type that this kind of custom variable does not support. */
export function sourceTypeProblems({ kind, sources }: CustomVariableDraft, typeOf: TypeOf): readonly string[] {
  return sources.flatMap((name) => {
    const dataType = typeOf(name)
    return dataType === undefined ? [] : (sourceTypeProblem(kind, { name, dataType }) ?? [])
  })
}

/** The open requirements of Save (spec section 4), in the order of the screen. */
export function requirementsOf(draft: CustomVariableDraft, typeOf: TypeOf, openCells: number): readonly Requirement[] {
  const { minimum } = SOURCE_LIMITS[draft.kind]
  const known = draft.sources.filter((name) => typeOf(name) !== undefined)
  const requirements: Requirement[] = []
  const need = (field: string, words: string | null) => {
    if (words !== null) requirements.push({ field, words })
  }
  if (known.length < minimum) {
    const more = minimum - draft.sources.length
    need(
      FIELD.sources,
      minimum === 1 ? 'Choose a variable.' : more === 1 ? 'Choose one more variable.' : 'Choose two variables.',
    )
  }
  for (const problem of sourceTypeProblems(draft, typeOf)) need(FIELD.sources, problem)
  const names = draft.values.map(({ name }) => name)
  for (const value of savedValues(draft)) {
    const isTwice = value.name !== '' && names.indexOf(value.name) !== draft.values.indexOf(value)
    if (VALUE_NAME.problem(value.name) !== null)
      need(FIELD.valueName(value.key), `Name ${valueTitle(draft, value.key)}.`)
    else if (isTwice) need(FIELD.valueName(value.key), `Another value is named ${value.name}: rename one.`)
    const field = draft.kind === 'merge' ? FIELD.cells : FIELD.valueDefinition(value.key)
    if (known.length >= minimum) need(field, definitionProblem(draft, value, typeOf))
  }
  if (draft.kind === 'downcode' && draft.defaultKey === null) {
    need(FIELD.default, 'Choose the default: the value of everyone else.')
  }
  if (openCells > 0) {
    const words = `${formatCount(openCells)} ${wordFor(openCells, 'is', 'are')} open`
    need(FIELD.cells, `Assign every combination: ${words}.`)
  }
  const { name } = draft
  need(FIELD.name, name === null || name === '' ? 'Name the variable.' : VARIABLE_NAME.problem(name))
  return requirements
}

/** The server's error and its field; null if the screen has no such field. */
export interface Refusal {
  readonly field: string | null
  readonly message: string
}

const FIELD_OF_PATH: Readonly<Record<string, string>> = {
  name: FIELD.name,
  description: FIELD.description,
  variables: FIELD.sources,
  defaultValue: FIELD.default,
  values: FIELD.values,
}

/** The field of a failed save's error. The only conflict of a new variable is its name. */
export function refusalOf(failure: Failure): Refusal {
  const [issue] = failure.issues
  const path = issue?.path.split('.')[0] ?? ''
  const named = Object.hasOwn(FIELD_OF_PATH, path) ? (FIELD_OF_PATH[path] ?? null) : null
  const field = named ?? { 404: FIELD.sources, 409: FIELD.name }[failure.status] ?? null
  const message = issue?.message ?? failure.serverMessage
  return { field, message: field === null || message === null ? failure.message : message }
}
