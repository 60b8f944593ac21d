import { variableEdit, variableLookup, variableSearch } from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { routeFor, routeNotOffered, type Api } from '#server/http/route-for.ts'
import { readDetails } from '#server/queries/catalog.ts'
import { hitTexts } from '#server/routes/present-hits.ts'
import { presentVariable } from '#server/routes/present-variable.ts'
import { requireCohort } from '#server/routes/require-cohort.ts'

export function variableRoutes(api: Api): void {
  routeFor(api, variableSearch, async ({ authenticate, validate, connection, context, services }) => {
    await authenticate()
    const { searchstring } = await validate()
    const texts = hitTexts(await services.catalog(connection))
    const index = await services.searchIndex(connection)
    const hits = Array.from(index.search(searchstring), (place) => texts[place])
    return context.body(`{"data":[${hits.join(',')}]}`, 200, { 'content-type': 'application/json' })
  })

  routeFor(api, variableLookup, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_names, limit_cohortid } = await validate()
    const population = { cohortId: limit_cohortid ?? ROOT_COHORT_ID, reader: user }
    await requireCohort(connection, user, population.cohortId)
    const catalog = await services.catalog(connection)
    const variables = variable_names.map(catalog.find).filter((variable) => variable !== undefined)
    const details = await readDetails(
      connection,
      variables.map((variable) => variable.name),
    )
    const topAnswers = await services.topAnswers(connection)
    const data: object[] = []
    for (const variable of variables) {
      const detail = details.get(variable.name)
      if (!detail) continue
      data.push(presentVariable(variable, detail, await topAnswers(connection, population, variable)))
    }
    return { data }
  })

  routeNotOffered(api, variableEdit)
}
