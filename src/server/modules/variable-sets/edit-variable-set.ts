import type * as v from 'valibot'
import type { variableSetEdit } from '#contract/variable-sets.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'
import { editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { requireFreeName, requireUnchanged } from '#server/store/saved-objects.ts'
import { type SavedVariableSet, findVariableSet, updateVariableSet } from '#server/store/variable-sets/variable-sets.ts'

type EditServices = HttpServices & Pick<GuardServices, 'variables'>
type Edit = v.InferOutput<typeof variableSetEdit.input> & { readonly restoredNo?: number }

/** Changes a variable set in a transaction. */
export async function editVariableSet(
  own: Connection,
  services: EditServices,
  user: User,
  { varsetid, name, description, variables, version, restoredNo }: Edit,
): Promise<void> {
  const { accountId } = user
  const set = await requireVariableSet(own, user, varsetid)
  const known = await services.variables.read(own, accountId)
  const wanted = {
    varsetid,
    name: name?.trim() ?? set.name,
    description: description?.trim() ?? set.description,
    variables: variables ? namesOf(known, variables) : set.variables,
  }
  requireUnchanged(version, set, wanted)
  // Older sets may have equal names until they are renamed.
  if (wanted.name !== set.name) {
    const asked = { accountId, projectId: set.projectid, name: wanted.name, exceptId: varsetid }
    await requireFreeName(own, 'variable_set', asked)
  }
  const recorded = { kind: 'varset', id: varsetid, ...editedBy(restoredNo) } as const
  await recordEdited(own, services, accountId, recorded, () => updateVariableSet(own, wanted))
}

/** Applies a version to a variable set. */
export function createApplyVariableSetVersion(services: EditServices): ApplyVersion {
  return async (own, user, { id, definition: { name, description, variables }, restoredNo }) => {
    await editVariableSet(own, services, user, { varsetid: id, name, description, variables, restoredNo })
    return id
  }
}

/** The variables' own names, without duplicates. */
export function namesOf(known: UserVariables, asked: readonly string[]): string[] {
  if (asked.length === 0) throw meaningless('At least one variable is required.', 'variables')
  return [...new Set(asked.map((name) => requireVariable(known, name).name))]
}

export async function requireVariableSet(
  connection: Connection,
  user: User,
  varsetId: number,
): Promise<SavedVariableSet> {
  const set = await findVariableSet(connection, user.accountId, varsetId)
  if (!set) throw notFound('variable set')
  return set
}
