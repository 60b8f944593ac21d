import type * as v from 'valibot'
import { cohortDelete, cohortEdit } from '#contract/cohorts.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless, notFound, Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { updateCohort, requireCohort } from '#server/store/cohorts/cohorts.ts'
import { editedBy, recordEdited } from '#server/store/history/record-versions.ts'
import { requireFreeName, requireUnchanged } from '#server/store/saved-objects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf, usedBy, usesOfCohort } from '#server/store/uses.ts'

/** Saved cohorts: rename, describe and delete (spec section 4). */
export function cohortChangeRoutes(api: Api): void {
  routeForChange(api, cohortEdit, async ({ authenticate, validate, alter, services }) => {
    const user = await authenticate()
    const edit = await validate()
    const { name, description } = edit
    const newName = name?.trim() ?? ''
    // An empty name keeps the old one. The update needs a name or a description (spec section 5).
    const isEmpty = newName === '' && (description == null || (name != null && description.trim() === ''))
    if (isEmpty) throw meaningless('A name or a description is required.', 'name')
    const problem = newName === '' || name == null ? null : COHORT_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    await alter((tx) => editCohort(tx, services, user, edit))
    return {}
  })

  routeForChange(api, cohortDelete, async ({ authenticate, validate, alter, addDetails, services }) => {
    const user = await authenticate()
    const { cohortid } = await validate()
    await alter(async (tx) => {
      const { name, projectid: projectId } = await requireOwnCohort(tx, user, cohortid)
      const { accountId } = user
      const things = await thingsOf(tx, accountId)
      const uses = usesOfCohort(things, cohortid)
      if (uses.length > 0) throw conflict(usedBy(uses))
      await deleteObject(tx, services, { accountId, kind: 'cohort', id: cohortid, name, projectId, things })
      addDetails({ name })
    })
    return {}
  })
}

type Edit = v.InferOutput<typeof cohortEdit.input> & { readonly restoredNo?: number | undefined }

/** Changes a cohort's name and description in a transaction. */
export async function editCohort(
  tx: Connection,
  services: HttpServices,
  user: User,
  { cohortid, name, description, version, restoredNo }: Edit,
): Promise<void> {
  const { accountId } = user
  const cohort = await requireOwnCohort(tx, user, cohortid)
  const wantedName = name?.trim() || cohort.name
  await requireFreeName(tx, 'cohort', { accountId, projectId: cohort.projectid, name: wantedName, exceptId: cohortid })
  const wanted = { name: wantedName, description: description?.trim() ?? cohort.description }
  requireUnchanged(version, cohort, wanted)
  const recorded = { kind: 'cohort', id: cohortid, ...editedBy(restoredNo) } as const
  await recordEdited(tx, services, accountId, recorded, () => updateCohort(tx, cohortid, wanted))
}

/** The user's own cohort; refuses All Individuals and any other. */
export async function requireOwnCohort(connection: Connection, user: User, cohortId: number): Promise<SavedCohort> {
  if (cohortId === ROOT_COHORT_ID) throw new Refusal(403, `${ALL_INDIVIDUALS} cannot be changed or deleted.`)
  const cohort = await requireCohort(connection, user, cohortId)
  if (!cohort) throw notFound('cohort')
  return cohort
}
