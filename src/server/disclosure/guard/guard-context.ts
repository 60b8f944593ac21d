import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { DisclosureControl } from '#server/disclosure/guard/disclosure-control.ts'
import { type Margins, createMargins } from '#server/disclosure/guard/margins.ts'
import type { Reading } from '#server/disclosure/guard/tabulate.ts'
import { type CohortKeys, cohortKeys } from '#server/disclosure/ledger/definition-keys.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { type CountAnswers, readFromFile } from '#server/engine/sources/count-answers.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import type { UserVariablesLoader } from '#server/store/custom-variables/user-variables.ts'

export interface GuardServices {
  readonly disclosure: DisclosureControl
  readonly countAnswers: CountAnswers
  readonly bitmaps: BitmapEngine
  /** Catalog variables and the user's own, by name. */
  readonly variables: UserVariablesLoader
}

/** Context for counting individuals whose records the user may not read. */
export interface GuardContext extends Reading {
  readonly user: User
  /** Does not see the changes of a transaction. */
  readonly bitmaps: BitmapEngine
  readonly variables: UserVariables
  readonly saved: readonly SavedCohort[]
  readonly keys: CohortKeys
  readonly margins: Margins
  /** The connection of the transaction, within a change. */
  readonly changing?: Connection
}

/** Null where nothing is suppressed for the user. `changing`: the connection is within a change. */
export async function guardContext(
  connection: Connection,
  services: GuardServices,
  user: User,
  { changing = false } = {},
): Promise<GuardContext | null> {
  const guard = await services.disclosure.guardFor(connection, user)
  if (!guard) return null
  const variables = await services.variables[changing ? 'read' : 'ofAccount'](connection, user.accountId)
  const saved = await cohortsOf(connection, user.accountId)
  // The column cache does not see uncommitted changes.
  const read = changing ? readFromFile : services.countAnswers.rows
  return {
    connection,
    read,
    guard,
    bitmaps: services.bitmaps,
    user,
    variables,
    saved,
    keys: cohortKeys(saved, variables.find),
    margins: createMargins({ connection, read, guard }, { cohortId: ROOT_COHORT_ID, reader: user }),
    ...(changing && { changing: connection }),
  }
}

/**
 * The greatest number of an individual who was counted for all of some cohorts; undefined if one was counted on the
 * present data. The members of a cohort of an earlier release do not change with an import.
 */
export function countedTo(
  { guard, saved }: Pick<GuardContext, 'guard' | 'saved'>,
  cohortIds: readonly number[],
): number | undefined {
  const releases = cohortIds.map((cohortId) => {
    const cohort = saved.find(({ cohortid }) => cohortid === cohortId)
    return guard.earlier.find(({ answersVersion }) => answersVersion === cohort?.counted_answers)
  })
  const numbers = releases.map((release) => release?.lastIndividual ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...numbers)
  return Number.isFinite(last) ? last : undefined
}
