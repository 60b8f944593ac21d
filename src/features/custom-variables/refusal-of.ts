import type { Failure } from '#api/result.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'

/** What a back end refused, and in which field; null where it names none that the screen has. */
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

/** Beside which field the words of a failed save belong. The one conflict that a new variable meets is its name. */
export function refusalOf(failure: Failure): Refusal {
  const [issue] = failure.issues
  const path = issue?.path.split('.')[0] ?? ''
  const named = Object.hasOwn(FIELD_OF_PATH, path) ? (FIELD_OF_PATH[path] ?? null) : null
  const field = named ?? { 404: FIELD.sources, 409: FIELD.name }[failure.status] ?? null
  const said = issue?.message ?? failure.serverMessage
  return { field, message: field === null || said === null ? failure.message : said }
}
