import type * as v from 'valibot'
import {
  projectCurrent,
  projectInfo,
  projectDelete,
  projectEdit,
  projectNew,
  projectSetCurrent,
} from '#contract/projects.ts'
import { usage } from '#contract/service.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { PROJECT_NAME } from '#domain/text/names.ts'
import type { AuditRow } from '#server/model/change-record.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { notFound, malformed, conflict, Refusal, meaningless } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'
import { recordMade, editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import {
  currentProjectOf,
  projectsOf,
  insertProject,
  isProjectOf,
  setCurrentProject,
  updateProject,
} from '#server/store/projects/projects.ts'
import { versionOf, nextId, requireUnchanged } from '#server/store/saved-objects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf, usesOfCohort, usesOfProject, usesOfVariable, usedBy, type Things } from '#server/store/uses.ts'

/** Projects, with the current one (spec section 2). */
export function projectRoutes(api: Api): void {
  routeFor(api, projectInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    const saved = await projectsOf(connection, user.accountId)
    const projects = saved.map((project) => ({ ...project, version: versionOf(project) }))
    if (!projectid) return { projects }
    const asked = projects.filter((project) => project.projectid === projectid)
    if (asked.length === 0) throw notFound('project')
    return { projects: asked }
  })

  routeFor(api, projectCurrent, async ({ authenticate, connection }) => {
    const user = await authenticate()
    return { projectid: await currentProjectOf(connection, user.accountId) }
  })
}

/** Things that depend on a cohort, custom variable or project (capability "usage"). */
export function usageRoutes(api: Api): void {
  routeFor(api, usage, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { cohortid, constructid, varsetid, projectid } = await validate()
    if ([cohortid, constructid, varsetid, projectid].filter(Boolean).length !== 1) throw malformed()
    const things = await thingsOf(connection, user.accountId)
    const made = things.customVariables.find((variable) => variable.constructid === constructid)
    if (constructid && !made) throw notFound('custom variable')
    if (cohortid) await requireCohorts(connection, user, [cohortid])
    const uses = cohortid
      ? usesOfCohort(things, cohortid)
      : made
        ? usesOfVariable(things, made.variable_name)
        : projectid
          ? usesOfProject(things, projectid)
          : []
    return { data: uses.map(({ kind, id, name }) => ({ kind, id, name })) }
  })
}

/** Projects: create, change, delete and make current (spec section 2). */
export function projectChangeRoutes(api: Api): void {
  routeForChange(api, projectNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const project = namedProject(await validate())
    const projectid = await make((tx) =>
      recordMade(tx, services, user.accountId, 'project', async () => {
        const projectid = await nextId(tx)
        await insertProject(tx, user.accountId, { projectid, ...project })
        await setCurrentProject(tx, user.accountId, projectid)
        return projectid
      }),
    )
    return { new_project_id: projectid }
  })

  routeForChange(api, projectEdit, async ({ authenticate, validate, alter, services }) => {
    const user = await authenticate()
    const edit = await validate()
    await alter((tx) => editProject(tx, services, user, edit))
    return {}
  })

  routeForChange(api, projectSetCurrent, async ({ authenticate, validate, alter }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    await alter(async (tx) => {
      if (!(await isProjectOf(tx, user.accountId, projectid))) throw notFound('project')
      await setCurrentProject(tx, user.accountId, projectid)
    })
    return { projectid }
  })

  routeForChange(api, projectDelete, async ({ authenticate, validate, alter, addDetails, context, services }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    const deletion = {
      username: user.username,
      address: callerOf(context, api.services.settings).address,
      action: `${projectDelete.method} ${projectDelete.path}`,
      status: 200,
    }
    await alter(async (tx) => {
      if (projectid === ROOT_PROJECT_ID) throw new Refusal(403, 'The default project cannot be deleted.')
      const project = (await projectsOf(tx, user.accountId)).find((saved) => saved.projectid === projectid)
      if (!project) throw notFound('project')
      const things = await thingsOf(tx, user.accountId)
      const uses = usesOfProject(things, projectid)
      if (uses.length > 0) throw conflict(usedBy(uses))
      for (const subject of await deleteThings(tx, services, {
        things,
        accountId: user.accountId,
        projectId: projectid,
      })) {
        await insertAuditRow(tx, { ...deletion, now: api.services.clock(), subject })
      }
      await deleteObject(tx, services, {
        accountId: user.accountId,
        kind: 'project',
        id: projectid,
        name: project.name,
        projectId: projectid,
        things,
      })
      addDetails({ name: project.name })
      if ((await currentProjectOf(tx, user.accountId)) === projectid) {
        await setCurrentProject(tx, user.accountId, ROOT_PROJECT_ID)
      }
    })
    return {}
  })
}

interface Contents {
  readonly things: Things
  readonly accountId: number
  readonly projectId: number
}

/** Deletes a project's contents; returns the audit subject of each: its id and name, as for a single deletion. */
async function deleteThings(
  connection: Connection,
  services: HttpServices,
  { things, accountId, projectId }: Contents,
): Promise<readonly AuditRow['subject'][]> {
  const isInside = (thing: { readonly projectid: number }) => thing.projectid === projectId
  const [sets, cohorts] = [things.variableSets.filter(isInside), things.cohorts.filter(isInside)]
  const customVariables = things.customVariables.filter(isInside)
  const contents = [
    ...sets.map(({ varsetid, name }) => ({ kind: 'varset' as const, id: varsetid, name })),
    ...cohorts.map(({ cohortid, name }) => ({ kind: 'cohort' as const, id: cohortid, name })),
    ...customVariables.map(({ constructid, variable_name: name }) => ({
      kind: 'construct' as const,
      id: constructid,
      name,
    })),
  ]
  for (const each of contents) {
    await deleteObject(connection, services, { ...each, accountId, projectId, things, isWithProject: true })
  }
  return contents.map(({ kind, id, name }) => ({ [ID_NAMES[kind]]: id, name, projectid: projectId }))
}

const ID_NAMES = { varset: 'varsetid', cohort: 'cohortid', construct: 'constructid' } as const

type Edit = v.InferOutput<typeof projectEdit.input> & { readonly restoredNo?: number | undefined }

/** Changes a project's name and description in a transaction. */
async function editProject(
  tx: Connection,
  services: HttpServices,
  { accountId }: User,
  { id, name, description, version, restoredNo }: Edit,
): Promise<void> {
  const project = (await projectsOf(tx, accountId)).find(({ projectid }) => projectid === id)
  if (!project) throw notFound('project')
  const named = namedProject({ name: name ?? project.name, description: description ?? project.description })
  requireUnchanged(version, project, named)
  const recorded = { kind: 'project', id, ...editedBy(restoredNo) } as const
  await recordEdited(tx, services, accountId, recorded, () => updateProject(tx, accountId, { projectid: id, ...named }))
}

/** Applies the name and description of a version to a project. */
export function createApplyProjectVersion(services: HttpServices): ApplyVersion {
  return async (tx, user, { id, definition: { name, description }, restoredNo }) => {
    await editProject(tx, services, user, { id, name, description, restoredNo })
    return id
  }
}

/** A project needs a name or a description (spec section 5). */
function namedProject({ name, description }: { readonly name: string; readonly description: string }) {
  const problem = PROJECT_NAME.problem(name)
  if (problem !== null) throw meaningless(problem, 'name')
  const named = { name: name.trim(), description: description.trim() }
  if (named.name === '' && named.description === '') throw meaningless('A name or a description is required.', 'name')
  return named
}
