import { variableSimilar, variableSketches, variableDistribution } from '#contract/variables.ts'
import { isCustom } from '#server/model/variable.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import { routeFor, type Api, inFairQueue } from '#server/platform/http/route-for.ts'
import { presentHit } from '#server/modules/catalog/present-hits.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { shownObservations } from '#server/disclosure/shown-observations.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { readSuppressedDistribution } from '#server/disclosure/suppressed-distribution.ts'
import { readDistribution } from '#server/engine/counts/distribution.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Extensions of the specification's endpoints for variables. */
export function variableExtensionRoutes(api: Api<CatalogServices>): void {
  const { variables, sketches, sameQuestion } = api.services

  routeFor(api, variableSketches, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_names } = await validate()
    const known = await variables.of(connection, user.accountId)
    const context = await guardContext(connection, services, user)
    const data: object[] = []
    for (const name of new Set(variable_names)) {
      const variable = known.find(name)
      const sketch = variable ? await sketches(connection, variable, user, context) : null
      if (sketch) data.push(sketch)
    }
    return { data }
  })

  routeFor(api, variableSimilar, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_name } = await validate()
    const variable = requireVariable(await variables.of(connection, user.accountId), variable_name)
    if (isCustom(variable)) return { data: [] }
    const similar = await sameQuestion(connection)
    const suppressed = await shownObservations(connection, services, user, [])
    return {
      data: similar(variable).map(({ variable: other, score }) => ({
        ...presentHit(other, suppressed?.(other)),
        score,
      })),
    }
  })
}

/** Distribution of a variable's answers in cohorts (capability "distribution"). */
export function distributionRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, countAnswers } = api.services

  routeFor(
    api,
    variableDistribution,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
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
