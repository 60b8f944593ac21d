import type * as v from 'valibot'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import {
  constructCopy,
  constructDelete,
  constructEdit,
  constructInfo,
  constructList,
} from '#contract/custom-variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { shownObservations } from '#server/disclosure/suppressed/shown-observations.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import type { Observations } from '#server/engine/counts/observations.ts'
import type { TopAnswers } from '#server/engine/counts/top-answers.ts'
import type { User } from '#server/model/user.ts'
import { replaceConstruct, type ReplaceServices } from '#server/modules/custom-variables/replace-construct.ts'
import { createMakeConstruct, requireCustom } from '#server/modules/custom-variables/save-construct.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import {
  insertCustomVariable,
  presentConstruct,
  presentCustomVariable,
  updateCustomVariable,
} from '#server/store/custom-variables/custom-variables.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'
import { recordMade, editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { isProjectOf, targetProject } from '#server/store/projects/projects.ts'
import { nextId, requireUnchanged } from '#server/store/saved-objects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf, usedBy, usesOfVariable } from '#server/store/uses.ts'

/** Services of the routes for custom variables. */
export interface CustomVariableServices extends HttpServices, GuardServices {
  readonly observations: Observations
  readonly coverage: CoverageReader
  readonly topAnswers: (connection: Connection) => Promise<TopAnswers>
}

/** Custom variables: list, preview, create, change and delete (spec section 5). */
export function customVariableRoutes(api: Api<CustomVariableServices>): void {
  const { variables, observations, topAnswers } = api.services

  routeFor(api, constructList, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const { custom } = await variables.ofAccount(connection, user.accountId)
    const listed = custom.filter(({ projectId }) => !projectid || projectId === projectid)
    const suppressed = await shownObservations(connection, services, user, listed)
    const observationsOf = suppressed?.observationsOf ?? (await observations(connection, listed, user))
    return {
      custom_vars: listed.map((variable) =>
        presentCustomVariable(variable, { observations: observationsOf(variable), topAnswers: [] }),
      ),
    }
  })

  routeFor(api, constructInfo, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { constructid } = await validate()
    const variable = requireCustom(await variables.ofAccount(connection, user.accountId), constructid)
    const countAnswers = await topAnswers(connection)
    const counts = await countsFor(connection, services, user).ofAnswers(ROOT_COHORT_ID, variable, countAnswers)
    return { custom_vars: [presentConstruct(variable, counts)] }
  })

  routeForChange(api, constructNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const { name, description, projectid, ...construct } = await validate()
    const definition = { name, description, variables: null, cohort: null, construct }
    const constructid = await make((tx) =>
      recordMade(tx, services, user.accountId, 'construct', async () => {
        const projectId = await targetProject(tx, services, user, projectid)
        return createMakeConstruct(services)(tx, user, { definition, projectId, newIds: new Set() })
      }),
    )
    return { constructid, variable_name: name }
  })

  routeForChange(api, constructEdit, async ({ authenticate, validate, alter, services }) => {
    const user = await authenticate()
    const edit = await validate()
    if (edit.name == null && edit.description == null) {
      throw meaningless('A name or a description is required.', 'name')
    }
    await alter((tx) => editConstruct(tx, services, user, edit))
    return {}
  })

  routeForChange(api, constructCopy, async ({ authenticate, validate, make, connection, services }) => {
    const user = await authenticate()
    const { constructid, projectid, name } = await validate()
    const copyId = await make((tx) =>
      recordMade(tx, services, user.accountId, 'construct', async () => {
        const known = await variables.read(tx, user.accountId)
        const { customVariables } = await thingsOf(tx, user.accountId)
        const original = customVariables.find((made) => made.constructid === constructid)
        if (!original) throw notFound('custom variable')
        if (!(await isProjectOf(tx, user.accountId, projectid))) throw notFound('project')
        const copyName = name ?? freeVariableName(original.variable_name, (taken) => known.find(taken) !== undefined)
        const problem = VARIABLE_NAME.problem(copyName)
        if (problem !== null) throw meaningless(problem, 'name')
        if (known.find(copyName)) throw conflict(DUPLICATE_VARIABLE_NAME)
        const copy = { ...original, constructid: await nextId(tx), projectid, variable_name: copyName }
        await insertCustomVariable(tx, user.accountId, copy)
        return copy.constructid
      }),
    )
    const { name: nameOfCopy } = requireCustom(await variables.read(connection, user.accountId), copyId)
    return { constructid: copyId, variable_name: nameOfCopy }
  })

  routeForChange(api, constructDelete, async ({ authenticate, validate, alter, addDetails, services }) => {
    const user = await authenticate()
    const { constructid } = await validate()
    await alter(async (tx) => {
      const { name, projectId } = requireCustom(await variables.read(tx, user.accountId), constructid)
      const { accountId } = user
      const things = await thingsOf(tx, accountId)
      const uses = usesOfVariable(things, name)
      if (uses.length > 0) throw conflict(usedBy(uses))
      await deleteObject(tx, services, { accountId, kind: 'construct', id: constructid, name, projectId, things })
      addDetails({ name })
    })
    return {}
  })
}

type Edit = v.InferOutput<typeof constructEdit.input> & { readonly restoredNo?: number | undefined }

/** Changes a custom variable's name and description in a transaction; a name only while nothing depends on it. */
async function editConstruct(
  tx: Connection,
  services: HttpServices & Pick<GuardServices, 'variables'>,
  { accountId }: User,
  { constructid, name, description, version, restoredNo }: Edit,
): Promise<void> {
  const known = await services.variables.read(tx, accountId)
  const variable = requireCustom(known, constructid)
  if (name != null && name !== variable.name) {
    const problem = VARIABLE_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    const uses = usesOfVariable(await thingsOf(tx, accountId), variable.name)
    if (uses.length > 0) throw conflict(usedBy(uses))
    if ((known.find(name) ?? variable) !== variable) throw conflict(DUPLICATE_VARIABLE_NAME)
  }
  const wanted = { name: name ?? variable.name, description: description?.trim() ?? variable.description }
  requireUnchanged(version, variable, wanted)
  const recorded = { kind: 'construct', id: constructid, ...editedBy(restoredNo) } as const
  await recordEdited(tx, services, accountId, recorded, () => updateCustomVariable(tx, constructid, wanted))
}

/** Applies a version to a custom variable: other values by a replacement, another name or description by an edit. */
export function createApplyConstructVersion(services: ReplaceServices): ApplyVersion {
  return async (tx, user, { id, definition: { name, description, construct }, isRedefined, restoredNo, isRerun }) => {
    if (construct === null || !isRedefined) {
      await editConstruct(tx, services, user, { constructid: id, name, description, restoredNo })
      return id
    }
    const draft = { ...construct, name, description, variable_limit: null }
    const { constructId } = await replaceConstruct(tx, services, user, {
      ...draft,
      constructid: id,
      isRerun,
      restoredNo,
    })
    return constructId
  }
}
