import { cohortRerun, cohortToday, type CohortToday } from '#contract/releases.ts'
import { catalogVariablesOf } from '#server/disclosure/ledger/definition-keys.ts'
import { differenceFor } from '#server/disclosure/reader-counts.ts'
import { compareMembers, readCauses } from '#server/engine/releases/causes.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { cohortsInRules, rulesOf, variablesInRules, type SavedCohort } from '#server/model/cohort.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import { requireOwnCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { type RerunServices, rerunCohorts } from '#server/modules/cohorts/rerun-cohorts.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { withDiscardedChanges } from '#server/platform/db/write-lock.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { dependentCohorts } from '#server/store/dependants.ts'
import { recordChanged, recordedReruns } from '#server/store/history/record-versions.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { thingsOf, type Things } from '#server/store/uses.ts'

/** A cohort and those that it is built on, oldest first. */
function lineageOf({ cohorts }: Things, cohort: SavedCohort): SavedCohort[] {
  const byId = new Map(cohorts.map((one) => [one.cohortid, one]))
  const ids = new Set([cohort.cohortid])
  // A set that grows during iteration visits each cohort once.
  for (const id of ids) {
    const one = byId.get(id)
    if (!one) continue
    for (const parent of [one.parent_id, one.secondparent_id, ...cohortsInRules(rulesOf(one))]) {
      if (parent !== null) ids.add(parent)
    }
  }
  return cohorts.filter(({ cohortid }) => ids.has(cohortid))
}

interface Lineage {
  readonly cohort: SavedCohort
  readonly things: Things
  /** The cohort and those that it is built on, oldest first. */
  readonly all: readonly SavedCohort[]
  /** The cohorts that were counted on other than the present data. */
  readonly stale: readonly SavedCohort[]
}

async function readLineage(connection: Connection, user: User, cohortId: number): Promise<Lineage> {
  const cohort = await requireOwnCohort(connection, user, cohortId)
  const things = await thingsOf(connection, user.accountId)
  const all = lineageOf(things, cohort)
  const now = await readAnswersVersion(connection)
  return { cohort, things, all, stale: all.filter(({ counted_answers }) => counted_answers !== now) }
}

/** The cohorts that are run again with these: they themselves, and all that are built on them. */
function withDependants(things: Things, stale: readonly SavedCohort[]): SavedCohort[] {
  const ids = new Set(stale.map(({ cohortid }) => cohortid))
  const dependants = new Set(dependentCohorts(things, { cohortIds: ids, variableNames: new Set() }))
  return things.cohorts.filter((cohort) => ids.has(cohort.cohortid) || dependants.has(cohort))
}

/** Runs a saved cohort on the present data and rolls back. */
async function readToday(
  connection: Connection,
  services: RerunServices,
  user: User,
  cohortId: number,
  signal: AbortSignal,
): Promise<CohortToday> {
  const lineage = await readLineage(connection, user, cohortId)
  const { cohort, things, stale } = lineage
  const releases = await releasesOf(connection)
  const since = releases.find(({ answersVersion }) => answersVersion === cohort.counted_answers)
  const about = {
    made_on: since?.name ?? null,
    today: releases[0]?.name ?? '',
    before: cohort.rowcount,
    rerun: withDependants(things, stale).map(({ cohortid, name }) => ({ cohortid, name })),
  }
  const compared = await differenceFor(user, () =>
    compareToday(connection, services, user, { about, since, lineage, signal }),
  )
  return compared ?? { ...about, ...UNKNOWN_TODAY, before: null }
}

const UNKNOWN_TODAY = { after: null, changes: null, causes: [], problem: null }

interface Comparison {
  readonly about: Pick<CohortToday, 'made_on' | 'today' | 'before' | 'rerun'>
  readonly since: Release | undefined
  readonly lineage: Lineage
  readonly signal: AbortSignal
}

async function compareToday(
  connection: Connection,
  services: RerunServices,
  user: User,
  { about, since, lineage, signal }: Comparison,
): Promise<CohortToday> {
  const { cohort, things, all, stale } = lineage
  const cohortId = cohort.cohortid
  if (stale.length === 0) {
    const changes = { entered: 0, left: 0, stayed: cohort.rowcount }
    return { ...about, ...UNKNOWN_TODAY, after: cohort.rowcount, changes }
  }
  const known = await services.variables.ofAccount(connection, user.accountId)
  const variables = answeredVariables(all, known)
  try {
    return await withDiscardedChanges(
      services.database,
      async (tx) => {
        const rerun = await rerunCohorts(tx, services, user, { things, cohorts: stale })
        const after = rerun.find((one) => one.cohort.cohortid === cohortId)?.newId ?? cohortId
        const { entered, left, stayed } = await compareMembers(tx, cohortId, after)
        const { withdrawn } = cohort
        const causes = since ? await readCauses(tx, { before: cohortId, after, since, variables, withdrawn }) : []
        const changes = { entered, left: left + withdrawn, stayed }
        return { ...about, after: entered + stayed, changes, causes, problem: null }
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...about, ...UNKNOWN_TODAY, problem: error.message }
  }
}

/** The variables with answers that the definitions of cohorts use, directly or through custom variables. */
function answeredVariables(cohorts: readonly SavedCohort[], known: UserVariables): CatalogVariable[] {
  const names = cohorts.flatMap((cohort) => [cohort.variable_name ?? '', ...variablesInRules(rulesOf(cohort))])
  const variables = names.flatMap((name) => known.find(name) ?? [])
  return [...new Set(variables.flatMap(catalogVariablesOf))]
}

/** Runs a cohort again on the present data and returns its new id. */
async function rerunCohort(tx: Connection, services: RerunServices, user: User, cohortId: number): Promise<number> {
  const { things, stale } = await readLineage(tx, user, cohortId)
  const cohorts = withDependants(things, stale)
  const rerun = await recordChanged(
    tx,
    services,
    user.accountId,
    () => rerunCohorts(tx, services, user, { things, cohorts }),
    recordedReruns,
  )
  return rerun.find((one) => one.cohort.cohortid === cohortId)?.newId ?? cohortId
}

/** Saved cohorts on later data releases (capability "releases"). */
export function cohortReleaseRoutes(api: Api<RerunServices>): void {
  routeFor(
    api,
    cohortToday,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      const { cohortid } = await validate()
      return readToday(connection, services, user, cohortid, limit.signal)
    }),
  )

  routeForChange(api, cohortRerun, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const { cohortid } = await validate()
    const id = await make((tx) => rerunCohort(tx, services, user, cohortid))
    return { new_cohort_id: id }
  })
}
