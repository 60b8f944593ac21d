import { variableEdit, variableLookup, variableSearch } from '#contract/variables.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { isCustom } from '#server/catalog/variable.ts'
import { meaningless, Refusal } from '#server/http/refusal.ts'
import { routeForChange } from '#server/http/route-for-change.ts'
import { routeFor, type Api } from '#server/http/route-for.ts'
import { nextId } from '#server/queries/ids.ts'
import { insertVariableEdit } from '#server/queries/variable-edits.ts'
import { lookUpVariables } from '#server/routes/look-up-variables.ts'
import { narrowHits } from '#server/routes/narrow-hits.ts'
import { requireVariable } from '#server/routes/read-construct.ts'
import { requireCohort } from '#server/routes/require-cohort.ts'
import { searchVariables } from '#server/routes/search-variables.ts'

export function variableRoutes(api: Api): void {
  routeFor(api, variableSearch, async ({ authenticate, validate, connection, context, services }) => {
    const user = await authenticate()
    const { searchstring, facets: isFaceted, filter } = await validate()
    const found = await searchVariables(connection, services, user, searchstring)
    const isNarrowed = (isFaceted === true || filter) && services.settings.capabilities.includes('facets')
    const { hits, facets } = isNarrowed
      ? await narrowHits(connection, services, user, found, filter ?? {})
      : { hits: found, facets: null }
    // The texts of the hits were written before; they are put together without being read again.
    const more = isFaceted === true && facets ? `,"facets":${JSON.stringify(facets)}` : ''
    const body = `{"data":[${hits.map(({ text }) => text).join(',')}]${more}}`
    return context.body(body, 200, { 'content-type': 'application/json' })
  })

  routeFor(api, variableLookup, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { variable_names, limit_cohortid } = await validate()
    const cohortId = limit_cohortid ?? ROOT_COHORT_ID
    await requireCohort(connection, user, cohortId)
    return { data: await lookUpVariables(connection, services, user, { names: variable_names, cohortId }) }
  })

  routeForChange(api, variableEdit, async ({ authenticate, validate, connection, services, change }) => {
    const user = await authenticate()
    const { variable_name, comment, ...fields } = await validate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may edit variables.')
    const variable = requireVariable(await services.variables.of(connection, user.accountId), variable_name)
    if (isCustom(variable)) throw meaningless('Only variables of the data are edited.', 'variable_name')
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
    if (Object.keys(changes).length === 0) throw meaningless('Nothing would change.')
    const editId = await change(async (own) => {
      const editId = await nextId(own)
      await insertVariableEdit(own, {
        editId,
        accountId: user.accountId,
        variableName: variable.name,
        changes: JSON.stringify(changes),
        comment,
        now: services.clock(),
      })
      return editId
    })
    return { edit_id: editId }
  })
}
