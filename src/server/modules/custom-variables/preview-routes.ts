import { constructPreview } from '#contract/custom-variables.ts'
import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { previewSuppressed } from '#server/disclosure/suppressed-construct.ts'
import { inFairQueue } from '#server/platform/http/take-turn.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { previewConstruct } from '#server/engine/counts/construct-preview.ts'
import { readConstruct, requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Counts of a custom variable before it is saved (capability "construct-preview"). */
export function customVariablePreviewRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, settings, countAnswers } = api.services

  routeFor(
    api,
    constructPreview,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid, cross: crossName, ...draft } = await validate()
      const cohortId = cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      const known = await variables.of(connection, user.accountId)
      const { rule } = await readConstruct(connection, known, draft, 'count')
      const cross = crossName == null ? null : requireVariable(known, crossName)
      if (cross && !isCoded(cross.dataType)) throw meaningless(`${cross.name} has no list of answers.`, 'cross')
      const context = await guardContext(connection, services, user)
      const query = { rule, cohortId, cross, reader: user }
      const preview = context
        ? await previewSuppressed(context, query)
        : await previewConstruct(connection, countAnswers.rows, query)
      return settings.capabilities.includes('split') ? preview : { ...preview, split: null }
    }),
  )
}
