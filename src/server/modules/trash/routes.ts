import { trashInfo, trashRestore } from '#contract/trash.ts'
import { ROOT_COHORT_ID, ROOT_PROJECT_ID } from '#domain/limits.ts'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { type SavedCohort, cohortsInRules, rulesOf } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { isProjectOf } from '#server/store/projects/projects.ts'
import { DAY_MILLISECONDS } from '#server/store/retention.ts'
import { requireFreeName } from '#server/store/saved-objects.ts'
import {
  type DeletedObject,
  customSources,
  definitionsInTrash,
  restoreObjects,
  trashOf,
} from '#server/store/trash/trash.ts'
import { thingsOf, variablesUsedBy } from '#server/store/uses.ts'

/** Deleted objects: list and restore (capability "trash"). */
export function trashRoutes(api: Api<HttpServices & Pick<GuardServices, 'variables'>>): void {
  const { variables, settings } = api.services

  routeFor(api, trashInfo, async ({ authenticate, connection }) => {
    const user = await authenticate()
    const deleted = (await trashOf(connection, user.accountId)).filter(({ isWithProject }) => !isWithProject)
    const definitions = await definitionsInTrash(connection, user.accountId)
    return {
      data: deleted.map(({ kind, id, name, projectId, deletedAt }) => ({
        kind,
        id,
        name,
        definition: definitions.get(`${kind} ${id}`) ?? '',
        projectid: projectId,
        deleted_at: new Date(deletedAt).toISOString(),
        restorable_until: new Date(deletedAt + settings.trashDays * DAY_MILLISECONDS).toISOString(),
      })),
    }
  })

  routeForChange(api, trashRestore, async ({ authenticate, validate, alter, addDetails }) => {
    const user = await authenticate()
    const { kind, id } = await validate()
    await alter(async (tx) => {
      const trash = await trashOf(tx, user.accountId)
      const object = trash.find((one) => one.kind === kind && one.id === id && !one.isWithProject)
      if (!object) throw notFound('deleted object')
      const restored = kind === 'project' ? [object, ...trash.filter((one) => isPartOf(one, id))] : [object]
      await requireProject(tx, user.accountId, object, trash)
      await requireFreeNames(tx, user.accountId, restored, await variables.read(tx, user.accountId))
      await restoreObjects(tx, restored)
      await requireSources(tx, user.accountId, restored, { trash, known: await variables.read(tx, user.accountId) })
      addDetails({ kind, name: object.name })
    })
    return {}
  })
}

function isPartOf({ isWithProject, projectId }: DeletedObject, project: number): boolean {
  return isWithProject && projectId === project
}

type Known = Awaited<ReturnType<GuardServices['variables']['read']>>

async function requireProject(
  connection: Connection,
  accountId: number,
  { kind, projectId }: DeletedObject,
  trash: readonly DeletedObject[],
): Promise<void> {
  if (kind === 'project' || projectId === ROOT_PROJECT_ID) return
  if (await isProjectOf(connection, accountId, projectId)) return
  const project = trash.find((one) => one.kind === 'project' && one.id === projectId)
  throw project ? conflict(`First restore the project “${project.name}”.`) : notFound('project')
}

/** Refuses to restore beside an object that has taken the name since. */
async function requireFreeNames(
  connection: Connection,
  accountId: number,
  restored: readonly DeletedObject[],
  known: Known,
): Promise<void> {
  for (const { kind, name, projectId } of restored) {
    if (kind === 'cohort') await requireFreeName(connection, 'cohort', { accountId, projectId, name })
    if (kind === 'varset') await requireFreeName(connection, 'variable_set', { accountId, projectId, name })
    if (kind === 'construct' && known.find(name)) throw conflict(DUPLICATE_VARIABLE_NAME)
  }
}

interface Sources {
  readonly trash: readonly DeletedObject[]
  readonly known: Known
}

/** Refuses to restore an object whose parent cohorts or variables do not exist, or whose variable is another one now. */
async function requireSources(
  connection: Connection,
  accountId: number,
  restored: readonly DeletedObject[],
  { trash, known }: Sources,
): Promise<void> {
  const things = await thingsOf(connection, accountId)
  const cohortIds = new Set([ROOT_COHORT_ID, ...things.cohorts.map(({ cohortid }) => cohortid)])
  for (const { kind, id, sources } of restored) {
    if (kind === 'project') continue
    const cohort = kind === 'cohort' ? things.cohorts.find(({ cohortid }) => cohortid === id) : undefined
    const missingId = cohort && parentsOf(cohort).find((parent) => !cohortIds.has(parent))
    if (missingId !== undefined) throw conflict(firstRestore('cohort', nameOf(trash, missingId)))
    const missing = variablesUsedBy(things, kind, id).find((name) => !known.find(name))
    if (missing !== undefined) throw conflict(firstRestore('variable', missing))
    const present = customSources(things, kind, id)
    const other = [...new Set([...Object.keys(sources), ...Object.keys(present)])].find(
      (name) => sources[name] !== present[name],
    )
    if (other !== undefined)
      throw conflict(`It is based on a deleted variable “${other}”. Another variable has that name now.`)
  }
}

function parentsOf(cohort: SavedCohort): readonly number[] {
  return [cohort.parent_id, cohort.secondparent_id ?? ROOT_COHORT_ID, ...cohortsInRules(rulesOf(cohort))]
}

function nameOf(trash: readonly DeletedObject[], cohortId: number): string {
  return trash.find(({ kind, id }) => kind === 'cohort' && id === cohortId)?.name ?? String(cohortId)
}

const firstRestore = (kind: 'cohort' | 'variable', name: string) =>
  `It is based on the ${kind} “${name}”, which is deleted. First restore that.`
