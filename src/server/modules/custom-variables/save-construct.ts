import { defaultText, type ReadConstruct } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { formulaTextOf, insertCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { nextId } from '#server/store/saved-objects.ts'

interface Naming {
  readonly name: string
  readonly description: string
  readonly projectId: number
}

/** Saves a definition and returns its id. */
export async function saveConstruct(
  tx: Connection,
  { accountId }: User,
  { rule, definitions }: ReadConstruct,
  { name, description, projectId }: Naming,
): Promise<number> {
  const constructid = await nextId(tx)
  await insertCustomVariable(tx, accountId, {
    constructid,
    projectid: projectId,
    variable_name: name,
    description,
    construct_type: rule.variableType,
    default_value: defaultText(rule),
    sources: rule.sources.map((source) => source.name),
    value_definitions: definitions,
    formula: formulaTextOf(rule),
  })
  return constructid
}

/** The user's own custom variable by its id or name; refuses any other. */
export function requireCustom({ custom }: UserVariables, idOrName: number | string) {
  const text = String(idOrName).toUpperCase()
  const variable = custom.find(({ constructId, name }) => String(constructId) === text || name.toUpperCase() === text)
  if (!variable) throw notFound('custom variable')
  return variable
}
