import type * as v from 'valibot'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { VARIABLE_SET_NAME } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { ApplyVersion, MakeObject } from '#server/store/history/apply-version.ts'
import { recordMade, editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { isProjectOf, targetProject } from '#server/store/projects/projects.ts'
import { nextId, requireFreeName, versionOf, requireUnchanged } from '#server/store/saved-objects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf } from '#server/store/uses.ts'
import {
  type SavedVariableSet,
  insertVariableSet,
  variableSetsOf,
  findVariableSet,
  updateVariableSet,
} from '#server/store/variable-sets/variable-sets.ts'

/** Variable sets: list, create, change and delete (api.md; spec section 2). */
export function variableSetRoutes(api: Api<HttpServices & Pick<GuardServices, 'variables'>>): void {
  routeFor(api, variableSetInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid, varsetid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const sets = await variableSetsOf(connection, user.accountId)
    if (!varsetid) {
      return { variablesets: sets.filter((set) => !projectid || set.projectid === projectid).map(present) }
    }
    const asked = sets.filter((set) => set.varsetid === varsetid)
    if (asked.length === 0) throw notFound('variable set')
    return { variablesets: asked.map(present) }
  })

  routeForChange(api, variableSetNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const { projectid, ...draft } = await validate()
    const definition = { ...draft, cohort: null, construct: null }
    const id = await make((tx) =>
      recordMade(tx, services, user.accountId, 'varset', async () => {
        const projectId = await targetProject(tx, services, user, projectid)
        return createMakeVariableSet(services)(tx, user, { definition, projectId, newIds: new Set() })
      }),
    )
    return { id }
  })

  routeForChange(api, variableSetEdit, async ({ authenticate, validate, alter, services }) => {
    const user = await authenticate()
    const edit = await validate()
    if (edit.name != null) requireName(edit.name)
    await alter((tx) => editVariableSet(tx, services, user, edit))
    return {}
  })

  routeForChange(api, variableSetDelete, async ({ authenticate, validate, alter, addDetails, services }) => {
    const user = await authenticate()
    const { varsetid } = await validate()
    await alter(async (tx) => {
      const { name, projectid: projectId } = await requireVariableSet(tx, user, varsetid)
      const { accountId } = user
      const things = await thingsOf(tx, accountId)
      await deleteObject(tx, services, { accountId, kind: 'varset', id: varsetid, name, projectId, things })
      addDetails({ name })
    })
    return {}
  })
}

/** Makes the function that saves a variable set by its definition. */
export function createMakeVariableSet({ variables: loader }: EditServices): MakeObject {
  return async (tx, { accountId }, { definition, projectId }) => {
    requireName(definition.name)
    const name = definition.name.trim()
    await requireFreeName(tx, 'variable_set', { accountId, projectId, name })
    const set = {
      varsetid: await nextId(tx),
      projectid: projectId,
      name,
      description: definition.description.trim(),
      variables: namesOf(await loader.read(tx, accountId), definition.variables ?? []),
    }
    await insertVariableSet(tx, accountId, set)
    return set.varsetid
  }
}

function requireName(name: string): void {
  const problem = VARIABLE_SET_NAME.problem(name)
  if (problem !== null) throw meaningless(problem, 'name')
}

function present({ varsetid, name, description, variables }: SavedVariableSet) {
  return { varsetid, name, description, variables, version: versionOf({ name, description, variables }) }
}

type EditServices = HttpServices & Pick<GuardServices, 'variables'>
type Edit = v.InferOutput<typeof variableSetEdit.input> & { readonly restoredNo?: number | undefined }

/** Changes a variable set in a transaction. */
async function editVariableSet(
  tx: Connection,
  services: EditServices,
  user: User,
  { varsetid, name, description, variables, version, restoredNo }: Edit,
): Promise<void> {
  const { accountId } = user
  const set = await requireVariableSet(tx, user, varsetid)
  const known = await services.variables.read(tx, accountId)
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
    await requireFreeName(tx, 'variable_set', asked)
  }
  const recorded = { kind: 'varset', id: varsetid, ...editedBy(restoredNo) } as const
  await recordEdited(tx, services, accountId, recorded, () => updateVariableSet(tx, wanted))
}

/** Applies a version to a variable set. */
export function createApplyVariableSetVersion(services: EditServices): ApplyVersion {
  return async (tx, user, { id, definition: { name, description, variables }, restoredNo }) => {
    await editVariableSet(tx, services, user, { varsetid: id, name, description, variables, restoredNo })
    return id
  }
}

/** The variables' own names, without duplicates. */
function namesOf(known: UserVariables, asked: readonly string[]): string[] {
  if (asked.length === 0) throw meaningless('At least one variable is required.', 'variables')
  return [...new Set(asked.map((name) => requireVariable(known, name).name))]
}

async function requireVariableSet(connection: Connection, user: User, varsetId: number): Promise<SavedVariableSet> {
  const set = await findVariableSet(connection, user.accountId, varsetId)
  if (!set) throw notFound('variable set')
  return set
}
