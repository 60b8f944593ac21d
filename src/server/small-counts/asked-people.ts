import { isSetOperation, SET_OPERATIONS } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import { membersOfCohorts, membersOfPlan, type CohortPlan } from '#server/queries/cohort-plan.ts'
import type { SavedCohort } from '#server/queries/cohorts.ts'
import type { FindMembers } from '#server/queries/members.ts'
import type { AskedPeople } from '#server/small-counts/told-sets.ts'

/** Whom a preview counts. */
export function peopleOfPlan(plan: CohortPlan): AskedPeople {
  if (plan.kind !== 'compound') return { sets: [membersOfPlan(plan)] }
  const { cohortId, combined, reader } = plan.population
  return { sets: allOfTwo(cohortId, combined.cohortId, reader) }
}

/** Who is in a cohort; null is everybody. */
export function peopleOfCohort(user: User, cohort: SavedCohort | null): AskedPeople {
  if (!cohort) return { sets: [membersOfCohorts({ cohortId: ROOT_COHORT_ID, reader: user })] }
  const { cohortid, parent_id, secondparent_id, constraint_type } = cohort
  const isCompound = isSetOperation(constraint_type) && secondparent_id !== null
  return {
    sets: isCompound
      ? allOfTwo(parent_id, secondparent_id, user)
      : [membersOfCohorts({ cohortId: cohortid, reader: user })],
    savedAs: cohortid,
  }
}

/** What both have, what the one has alone, or the other: each is told by the two and any of the rest. */
function allOfTwo(first: number, second: number, reader: Pick<User, 'isAdmin' | 'collections'>): FindMembers[] {
  const operations = SET_OPERATIONS.map((operation) =>
    membersOfCohorts({ cohortId: first, combined: { operation, cohortId: second }, reader }),
  )
  const restOfSecond = { cohortId: second, combined: { operation: 'SUBTRACT', cohortId: first }, reader } as const
  return [...operations, membersOfCohorts(restOfSecond)]
}
