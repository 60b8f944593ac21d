import { variableDistribution } from '#contract/variables.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { readSuppressedDistribution } from '#server/disclosure/suppressed-distribution.ts'
import { counting } from '#server/platform/http/take-turn.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { readDistribution } from '#server/engine/counts/distribution.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { requireCohorts } from '#server/store/cohorts/require-cohort.ts'

/** Distribution of a variable's answers in cohorts (capability "distribution"). */
export function distributionRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, countAnswers } = api.services

  routeFor(
    api,
    variableDistribution,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_name, cohortids, bins } = await validate()
      await requireCohorts(connection, user, cohortids)
      const variable = requireVariable(await variables.of(connection, user.accountId), variable_name)
      const query = { variable, cohortIds: cohortids, bins, reader: user }
      const context = await guardContext(connection, services, user)
      return {
        data: context
          ? await readSuppressedDistribution(context, query)
          : await readDistribution(connection, countAnswers.rowsOf(variable), query),
      }
    }),
  )
}
