import type * as v from 'valibot'
import type { constructEdit } from '#contract/custom-variables.ts'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { User } from '#server/model/user.ts'
import { requireCustom } from '#server/modules/custom-variables/save-construct.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { updateCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { requireUnchanged } from '#server/store/saved-objects.ts'
import { thingsOf, usedBy, usesOfVariable } from '#server/store/uses.ts'

type Edit = v.InferOutput<typeof constructEdit.input> & { readonly restoredNo?: number }

/** Changes a custom variable's name and description in a transaction; a name only while nothing depends on it. */
export async function editConstruct(
  own: Connection,
  services: HttpServices & Pick<GuardServices, 'variables'>,
  { accountId }: User,
  { constructid, name, description, version, restoredNo }: Edit,
): Promise<void> {
  const known = await services.variables.read(own, accountId)
  const variable = requireCustom(known, constructid)
  if (name != null && name !== variable.name) {
    const problem = VARIABLE_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    const uses = usesOfVariable(await thingsOf(own, accountId), variable.name)
    if (uses.length > 0) throw conflict(usedBy(uses))
    if ((known.find(name) ?? variable) !== variable) throw conflict(DUPLICATE_VARIABLE_NAME)
  }
  const wanted = { name: name ?? variable.name, description: description?.trim() ?? variable.description }
  requireUnchanged(version, variable, wanted)
  const recorded = { kind: 'construct', id: constructid, ...editedBy(restoredNo) } as const
  await recordEdited(own, services, accountId, recorded, () => updateCustomVariable(own, constructid, wanted))
}
