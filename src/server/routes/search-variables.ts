import type { VariableHit } from '#contract/shapes.ts'
import type { User } from '#server/accounts/user.ts'
import { mergeFound } from '#server/catalog/merge-found.ts'
import { createSearchIndex, type SearchIndex } from '#server/catalog/search-index.ts'
import type { CustomVariable } from '#server/catalog/variable.ts'
import { currentProjectOf } from '#server/queries/projects.ts'
import { hitTexts } from '#server/routes/present-hits.ts'
import type { Services } from '#server/services.ts'
import type { Connection } from '#server/storage/database.ts'

/** The JSON texts of the hits among the catalog and the custom variables of the user's current project, best first. */
export async function searchVariables(
  connection: Connection,
  services: Services,
  user: User,
  query: string,
): Promise<string[]> {
  const { catalog, custom } = await services.variables.of(connection, user.accountId)
  const index = await services.searchIndex(connection)
  const texts = hitTexts(catalog)
  const found = index.search(query)
  const textAt = (place: number) => texts[place] ?? ''
  const own = custom.length === 0 ? [] : await inCurrentProject(connection, user, custom)
  if (own.length === 0) return found.places.map(textAt)

  const observationsOf = await services.observations(connection, own)
  const hits = own.map((variable) => customHit(variable, observationsOf(variable)))
  const variables = hits.map((hit) => ({ name: hit.variable_name, originalName: '', ...hit }))
  return mergeFound(
    { variables: catalog.variables, found, item: textAt },
    {
      variables,
      found: indexOf(own, variables).search(query),
      item: (place) => JSON.stringify(hits[place]),
    },
  )
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
