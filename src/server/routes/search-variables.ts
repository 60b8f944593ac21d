import type { VariableHit } from '#contract/shapes.ts'
import type { User } from '#server/accounts/user.ts'
import { facetCodesOf } from '#server/catalog/facets.ts'
import { mergeFound } from '#server/catalog/merge-found.ts'
import { createSearchIndex, type SearchIndex } from '#server/catalog/search-index.ts'
import type { CustomVariable } from '#server/catalog/variable.ts'
import { currentProjectOf } from '#server/queries/projects.ts'
import { hitsOf, hitsToldTo, type Hit } from '#server/routes/present-hits.ts'
import type { Services } from '#server/services.ts'
import { shownObservations } from '#server/disclosure/shown-observations.ts'
import type { Connection } from '#server/storage/database.ts'

/** The hits among the catalog and the custom variables of the user's current project, best first. */
export async function searchVariables(
  connection: Connection,
  services: Services,
  user: User,
  query: string,
): Promise<Hit[]> {
  const { catalog, custom } = await services.variables.of(connection, user.accountId)
  const index = await services.searchIndex(connection)
  const own = custom.length === 0 ? [] : await inCurrentProject(connection, user, custom)
  const told = await shownObservations(connection, services, user, own)
  const given = told ? hitsToldTo(catalog, told) : hitsOf(catalog)
  const found = index.search(query)
  if (own.length === 0) {
    const hits: Hit[] = []
    for (const place of found.places) {
      const hit = given[place]
      if (hit) hits.push(hit)
    }
    return hits
  }

  const observationsOf = told ?? (await services.observations(connection, own, user))
  const searched = own.map((variable) => ({
    name: variable.name,
    originalName: '',
    question: variable.description,
    observations: observationsOf(variable),
  }))
  const made = own.map((variable) => ({
    variable,
    text: JSON.stringify(customHit(variable, observationsOf(variable))),
    facets: facetCodesOf(variable),
  }))
  return mergeFound(
    { variables: catalog.variables, found, item: (place) => given[place] },
    { variables: searched, found: indexOf(own, searched).search(query), item: (place) => made[place] },
  ).filter((hit) => hit !== undefined)
}

async function inCurrentProject(connection: Connection, user: User, custom: readonly CustomVariable[]) {
  const projectId = await currentProjectOf(connection, user.accountId)
  return custom.filter((variable) => variable.projectId === projectId).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function indexOf(own: readonly CustomVariable[], variables: Parameters<typeof createSearchIndex>[0]): SearchIndex {
  const texts = own.map(({ definitions }) => ({
    meanings: definitions.map(({ name, description }) => `${name} ${description}`).join(' '),
    context: '',
  }))
  return createSearchIndex(variables, texts)
}

function customHit(variable: CustomVariable, observations: number): VariableHit {
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    question: variable.description,
    observations,
    contributors: [],
  }
}
