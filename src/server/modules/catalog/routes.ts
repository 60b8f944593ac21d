import type { Variable } from '#contract/shapes/shapes.ts'
import {
  variableDistribution,
  variableLookup,
  variableSearch,
  variableSimilar,
  variableSketches,
} from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { shownObservations } from '#server/disclosure/suppressed/shown-observations.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import type { AnswerCounts, CatalogVariable } from '#server/model/catalog.ts'
import type { User } from '#server/model/user.ts'
import { type AnyVariable, isCustom } from '#server/model/variable.ts'
import { type Hit, narrowHits, prepareFacets, presentHit } from '#server/modules/catalog/present-hits.ts'
import { searchVariables } from '#server/modules/catalog/search-variables.ts'
import type { Field } from '#server/modules/catalog/search/token-table.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'
import { type VariableDetails, readDetails } from '#server/store/catalog/catalog.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'
import { presentCustomVariable } from '#server/store/custom-variables/custom-variables.ts'

/** The JSON text of a hit with its matching fields. */
function withFields({ text }: Hit, fields: readonly Field[]): string {
  return fields.length === 0 ? text : `${text.slice(0, -1)},"matched":${textOf(fields)}}`
}

const texts = new Map<string, string>()

/** Cached: few combinations of fields, many hits. */
function textOf(fields: readonly Field[]): string {
  const key = fields.join()
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(fields)
  texts.set(key, text)
  return text
}

/** The catalog: search, facets, and a variable with its answers (spec section 3). */
export function variableRoutes(api: Api<CatalogServices>): void {
  routeFor(api, variableSearch, async ({ authenticate, validate, connection, context, services }) => {
    const user = await authenticate()
    const { searchstring, facets: isFaceted, filter, limit, nearest } = await validate()
    const pause = createPause(connection.scope.signal ?? undefined)
    const hasReading = services.settings.capabilities.includes('nearest')
    const hasFacets = services.settings.capabilities.includes('facets')
    const result = await searchVariables(connection, services, user, {
      text: searchstring,
      nearest: nearest === true && hasReading,
      isBrowsed: hasFacets && isFaceted === true,
    })
    await pause()
    const { within, facets } =
      hasFacets && (isFaceted === true || filter)
        ? await narrowHits(connection, services, user, result.hits, filter ?? {})
        : { within: result.hits, facets: null }
    await pause()
    // A listing of the whole catalog is often filtered next: prefetch the facets.
    if (hasFacets && searchstring === '') void prepareFacets(services)
    const first = hasFacets && limit !== undefined ? within.slice(0, limit) : within
    const more = [
      isFaceted === true && facets ? `,"facets":${JSON.stringify(facets)}` : '',
      first === within ? '' : `,"total":${within.length}`,
      result.isNearest ? ',"nearest":true' : '',
      searchstring.trim() === '' || !hasReading ? '' : `,"reading":${JSON.stringify(result.reading)}`,
    ].join('')
    // Hits are JSON texts already; join them without parsing.
    const texts = first.map((hit) => (hasReading ? withFields(hit, result.fieldsOf(hit)) : hit.text))
    const body = `{"data":[${texts.join(',')}]${more}}`
    await pause()
    return context.body(body, 200, { 'content-type': 'application/json' })
  })

  routeFor(
    api,
    variableLookup,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_names, limit_cohortid } = await validate()
      const cohortId = limit_cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      return { data: await lookUpVariables(connection, services, user, { names: variable_names, cohortId }) }
    }),
  )
}

/** Variables in the order of the requested names, with a cohort's counts; unknown names are left out. */
async function lookUpVariables(
  connection: Connection,
  services: CatalogServices,
  user: User,
  { names, cohortId }: { readonly names: readonly string[]; readonly cohortId: number },
): Promise<object[]> {
  const known = await services.variables.ofAccount(connection, user.accountId)
  const variables: AnyVariable[] = names.map(known.find).filter((variable) => variable !== undefined)
  const details = await readDetails(
    connection,
    variables.filter((variable) => !isCustom(variable)).map((variable) => variable.name),
  )
  const countAnswers = await services.topAnswers(connection)
  const shown = countsFor(connection, services, user)
  const found: object[] = []
  for (const variable of variables) {
    const counts = await shown.ofAnswers(cohortId, variable, countAnswers)
    const detail = details.get(variable.name)
    if (variable.variableType !== 'variable') found.push(presentCustomVariable(variable, counts))
    else if (detail) found.push(presentVariable(variable, detail, counts))
  }
  return found
}

function presentVariable(variable: CatalogVariable, details: VariableDetails, counts: AnswerCounts): Variable {
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    observations: counts.observations,
    explicit: details.explicit_context,
    question: variable.question,
    implicit: details.implicit_context,
    possible_values: [...variable.possibleValues],
    value_mapping: details.value_mapping,
    answer_validation: details.answer_validation,
    answer_validation_desc: details.answer_validation_desc,
    top_answers: counts.topAnswers,
    literal_values: [],
    contributors: [
      {
        variable_name: variable.name,
        instrument: variable.instrument,
        version: variable.version,
        section: variable.section,
        TOC_page: details.toc_page,
        item: details.item,
        PDF_file: details.pdf_file,
        PDF_page: details.pdf_page,
      },
    ],
    default_value: null,
    value_definitions: [],
    formula: '',
    constructid: null,
  }
}

/** Extensions of the specification's endpoints for variables. */
export function variableExtensionRoutes(api: Api<CatalogServices>): void {
  const { variables, sketches, sameQuestion } = api.services

  routeFor(api, variableSketches, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_names } = await validate()
    const known = await variables.ofAccount(connection, user.accountId)
    const counts = countsFor(connection, services, user)
    const data: object[] = []
    for (const name of new Set(variable_names)) {
      const variable = known.find(name)
      const sketch = variable ? await counts.ofSketch(variable, sketches) : null
      if (sketch) data.push(sketch)
    }
    return { data }
  })

  routeFor(api, variableSimilar, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_name } = await validate()
    const variable = requireVariable(await variables.ofAccount(connection, user.accountId), variable_name)
    if (isCustom(variable)) return { data: [] }
    const similar = await sameQuestion(connection)
    const suppressed = await shownObservations(connection, services, user, [])
    return {
      data: similar(variable, suppressed?.isOrder ? suppressed.observationsOf : undefined).map(
        ({ variable: other, score }) => ({
          ...presentHit(other, suppressed?.observationsOf(other)),
          score,
        }),
      ),
    }
  })
}

/** Distribution of a variable's answers in cohorts (capability "distribution"). */
export function distributionRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables } = api.services

  routeFor(
    api,
    variableDistribution,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_name, cohortids, bins } = await validate()
      await requireCohorts(connection, user, cohortids)
      const variable = requireVariable(await variables.ofAccount(connection, user.accountId), variable_name)
      const counts = countsFor(connection, services, user)
      return { data: await counts.ofDistribution({ variable, cohortIds: cohortids, bins }) }
    }),
  )
}
