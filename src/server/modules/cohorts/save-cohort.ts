import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { hasShownMember } from '#server/disclosure/reader-counts.ts'
import { type CohortPlan, insertMembers } from '#server/engine/cohorts/cohort-plan.ts'
import { insertNumbers } from '#server/engine/cohorts/rules.ts'
import { membersOfPedigree } from '#server/engine/pedigrees/count-pedigrees.ts'
import type { CohortColumns } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { readCommitted } from '#server/platform/db/scope.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { insertCohort } from '#server/store/cohorts/cohorts.ts'
import { nextId, requireFreeName } from '#server/store/saved-objects.ts'

export interface CohortToSave {
  readonly name: string
  readonly description: string
  readonly projectId: number
  readonly made: CohortColumns
  readonly undecided: number | null
  /** Stores the members and returns how many they are. */
  readonly insertMembers: (cohortId: number) => Promise<number>
}

/** Saves a cohort with its members and returns its id; refuses a taken name and an empty cohort. */
export async function saveCohort(
  tx: Connection,
  services: HttpServices & GuardServices,
  user: User,
  { insertMembers: insert, ...cohort }: CohortToSave,
): Promise<number> {
  const { accountId } = user
  await requireFreeName(tx, 'cohort', { accountId, projectId: cohort.projectId, name: cohort.name })
  const cohortId = await nextId(tx)
  const rowcount = await insert(cohortId)
  await insertCohort(tx, { ...cohort, cohortId, accountId, rowcount, now: services.clock() })
  if (!(await hasShownMember(tx, services, user, { cohortId, rowcount })))
    throw meaningless('Nobody is in this cohort.')
  return cohortId
}

/**
 * Stores the members of a plan and returns how many they are. PostgreSQL adds up a row for each family, Citus for each
 * family and machine, which takes longer than a request may for ten million individuals: there a pedigree set is evaluated in the server's
 * memory, from committed data. The members of cohorts of this transaction (`newIds`) are not in these.
 */
export async function insertPlan(
  connection: Connection,
  { database, bitmaps }: Pick<HttpServices, 'database'> & Pick<GuardServices, 'bitmaps'>,
  cohortId: number,
  plan: CohortPlan,
  newIds: ReadonlySet<number> = new Set(),
): Promise<number> {
  const isInMemory =
    !connection.dialect.sumsFamilies && plan.kind === 'pedigree' && !newIds.has(plan.pedigree.parent.cohortId)
  if (!isInMemory) return insertMembers(connection, cohortId, plan)
  const numbers = await readCommitted(database, connection, (committed) =>
    membersOfPedigree(committed, bitmaps, plan.pedigree),
  )
  return insertNumbers(connection, cohortId, numbers)
}
