import { cohortOverlap } from '#contract/cohorts.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { readSuppressedOverlap } from '#server/disclosure/suppressed-overlap.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { routeFor, type Api, inFairQueue } from '#server/platform/http/route-for.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Overlap of several cohorts (capability "overlap"). */
export function cohortOverlapRoutes(api: Api<HttpServices & GuardServices>): void {
  const { countAnswers } = api.services

  routeFor(
    api,
    cohortOverlap,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortids } = await validate()
      await requireCohorts(connection, user, cohortids)
      if (new Set(cohortids).size < cohortids.length) throw meaningless('Choose different cohorts.', 'cohortids')
      const context = await guardContext(connection, services, user)
      return {
        data: context
          ? await readSuppressedOverlap(context, cohortids)
          : await readOverlap(connection, countAnswers.rows, { cohortIds: cohortids, reader: user }),
      }
    }),
  )
}
