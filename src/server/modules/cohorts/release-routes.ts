import { cohortRerun, cohortToday } from '#contract/releases.ts'
import { readToday, rerunCohort } from '#server/modules/cohorts/cohort-today.ts'
import type { RerunServices } from '#server/modules/cohorts/rerun-cohorts.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'

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
    const id = await make((own) => rerunCohort(own, services, user, cohortid))
    return { new_cohort_id: id }
  })
}
