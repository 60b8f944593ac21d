import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/catalog.ts'
import { cohortKeys, type CohortKeys } from '#server/disclosure/definition-keys.ts'
import { createMargins, type Margins } from '#server/disclosure/margins.ts'
import type { Reading } from '#server/disclosure/tabulate.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { readFromFile } from '#server/engine/sources/count-answers.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import type { DisclosureControl } from '#server/disclosure/disclosure-control.ts'
import type { UserVariablesLoader } from '#server/store/custom-variables/user-variables.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Services of every route that counts participants. */
export interface GuardServices {
  readonly disclosure: DisclosureControl
  readonly countAnswers: CountAnswers
  /** The variables that a user's names mean: the catalog's and the user's own. */
  readonly variables: UserVariablesLoader
}

/** What a call needs to count people whose records its user may not read. */
export interface GuardContext extends Reading {
  readonly user: User
  readonly variables: UserVariables
  readonly saved: readonly SavedCohort[]
  readonly keys: CohortKeys
  readonly margins: Margins
  /** The connection that is in the midst of a change. */
  readonly changing?: Connection
}

/** Null where nothing is suppressed for the user. `changing` says that the connection is in the midst of a change. */
export async function guardContext(
  connection: Connection,
  services: GuardServices,
  user: User,
  { changing = false } = {},
): Promise<GuardContext | null> {
  const guard = await services.disclosure.guardFor(connection, user)
  if (!guard) return null
  const variables = await services.variables[changing ? 'read' : 'of'](connection, user.accountId)
  const saved = await cohortsOf(connection, user.accountId)
  // Copies in memory do not see what a change has made.
  const read = changing ? readFromFile : services.countAnswers.rows
  return {
    connection,
    read,
    guard,
    user,
    variables,
    saved,
    keys: cohortKeys(saved, variables.find),
    margins: createMargins({ connection, read, guard }, everybodyFor(user)),
    ...(changing && { changing: connection }),
  }
}

function everybodyFor(user: User): Population {
  return { cohortId: ROOT_COHORT_ID, reader: user }
}
