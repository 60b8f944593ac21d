import { variableEdit, variableEditDecide, variableEdits } from '#contract/variables.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import { isCustom } from '#server/model/variable.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import { raiseCatalogVersion } from '#server/platform/db/data-version.ts'
import { conflict, meaningless, notFound, Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import {
  applyChanges,
  insertEditDecision,
  insertVariableEdit,
  readVariableEdit,
  readVariableEdits,
} from '#server/store/catalog/variable-edits.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { nextId } from '#server/store/saved-objects.ts'

/** Edits of base variables: proposed, listed and decided by administrators (spec section 6). */
export function variableEditRoutes(api: Api<CatalogServices>): void {
  const { variables, clock } = api.services

  routeForChange(api, variableEdit, async ({ authenticate, validate, connection, make }) => {
    const user = await authenticate()
    const { variable_name, comment, ...fields } = await validate()
    requireAdmin(user)
    const variable = requireVariable(await variables.ofAccount(connection, user.accountId), variable_name)
    if (isCustom(variable)) throw meaningless('Only variables of the data are edited.', 'variable_name')
    const unknown = Object.keys(fields.values ?? {}).find((code) => !variable.possibleValues.includes(code))
    if (unknown !== undefined) throw meaningless(`${unknown} is no value of ${variable.name}.`, 'values')
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
    if (Object.keys(changes).length === 0) throw meaningless('Nothing would change.')
    if (comment.trim() === '') throw meaningless('A comment is required.', 'comment')
    const editId = await make(async (tx) => {
      const editId = await nextId(tx)
      await insertVariableEdit(tx, {
        editId,
        accountId: user.accountId,
        variableName: variable.name,
        changes: JSON.stringify(changes),
        comment,
        now: clock(),
      })
      return editId
    })
    return { edit_id: editId }
  })

  routeFor(api, variableEdits, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { variable_name } = await validate()
    requireAdmin(user)
    return { data: await readVariableEdits(connection, variable_name ?? null) }
  })

  routeForChange(api, variableEditDecide, async ({ authenticate, validate, alter }) => {
    const user = await authenticate()
    const { edit_id, approve, comment } = await validate()
    requireAdmin(user)
    // Under the write lock: of two concurrent decisions the second is refused.
    await alter(async (tx) => {
      const edit = await readVariableEdit(tx, edit_id)
      if (!edit) throw notFound('edit')
      if (edit.state !== 'queued') throw conflict(`This edit was ${edit.state} already.`)
      const replaced = approve ? await applyChanges(tx, edit.variable_name, edit.changes) : null
      if (approve && !replaced) throw conflict(`There is no variable named ${edit.variable_name} any more.`)
      await insertEditDecision(tx, {
        editId: edit_id,
        isApproved: approve,
        decidedBy: user.username,
        now: clock(),
        comment,
        replaced: replaced && JSON.stringify(replaced),
      })
      if (!approve) return
      // Codebooks repeat the catalog; caches of both are stale.
      await fillCodebookPages(tx)
      await raiseCatalogVersion(tx)
    })
    return {}
  })
}

function requireAdmin(user: User): void {
  if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may edit variables.')
}
