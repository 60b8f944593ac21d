import { variableSimilar, variableSketches } from '#contract/variables.ts'
import { isCustom } from '#server/catalog/variable.ts'
import { routeForExtension, type Api } from '#server/http/route-for.ts'
import { presentHit } from '#server/routes/present-hits.ts'
import { requireVariable } from '#server/routes/read-construct.ts'
import { toldObservations } from '#server/small-counts/told-observations.ts'

/** What is offered beyond the specification's calls about variables. */
export function variableExtensionRoutes(api: Api): void {
  const { variables, settings, sketches, sameQuestion } = api.services
  const { minimumCell } = settings

  routeForExtension(api, 'sketches', variableSketches, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { variable_names } = await validate()
    const known = await variables.of(connection, user.accountId)
    const data: object[] = []
    for (const name of new Set(variable_names)) {
      const variable = known.find(name)
      const sketch = variable ? await sketches(connection, variable, { reader: user, minimumCell }) : null
      if (sketch) data.push(sketch)
    }
    return { data }
  })

  routeForExtension(api, 'same-question', variableSimilar, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_name } = await validate()
    const variable = requireVariable(await variables.of(connection, user.accountId), variable_name)
    if (isCustom(variable)) return { data: [] }
    const similar = await sameQuestion(connection)
    const told = await toldObservations(connection, services, user, [])
    return {
      data: similar(variable).map(({ variable: other, score }) => ({ ...presentHit(other, told?.(other)), score })),
    }
  })
}
