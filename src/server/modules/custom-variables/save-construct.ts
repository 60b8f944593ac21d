import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { defaultText, readConstruct, type ReadConstruct } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless, notFound } from '#server/platform/http/refusal.ts'
import { formulaTextOf, insertCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import type { MakeObject } from '#server/store/history/apply-version.ts'
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

/** Makes the function that saves a custom variable by its definition. */
export function createMakeConstruct(services: Pick<GuardServices, 'variables'>): MakeObject {
  return async (tx, user, { definition: { name, description, construct }, projectId }) => {
    if (construct === null) throw new Error('A custom variable has a definition.')
    const problem = VARIABLE_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    const known = await services.variables.read(tx, user.accountId)
    if (known.find(name)) throw conflict(DUPLICATE_VARIABLE_NAME)
    const read = await readConstruct(tx, known, { ...construct, name, description, variable_limit: null })
    return saveConstruct(tx, user, read, { name, description: description.trim(), projectId })
  }
}

/** The user's own custom variable by its id or name; refuses any other. */
export function requireCustom({ custom }: UserVariables, idOrName: number | string) {
  const text = String(idOrName).toUpperCase()
  const variable = custom.find(({ constructId, name }) => String(constructId) === text || name.toUpperCase() === text)
  if (!variable) throw notFound('custom variable')
  return variable
}
