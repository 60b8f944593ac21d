import type { VariableHit } from '#contract/shapes/shapes.ts'
import type { SearchReading } from '#contract/variables.ts'
import { NEAREST_SHOWN, SEARCH_MARKS_MAX } from '#domain/limits.ts'
import { shownObservations } from '#server/disclosure/suppressed/shown-observations.ts'
import type { User } from '#server/model/user.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import { facetCodesOf } from '#server/modules/catalog/facets.ts'
import { hitsOf, suppressedCatalog, type Hit } from '#server/modules/catalog/present-hits.ts'
import type { Found } from '#server/modules/catalog/search/find-all.ts'
import { readQuery, type Query } from '#server/modules/catalog/search/read-query.ts'
import { isScreening } from '#server/modules/catalog/search/screening.ts'
import { createSearchIndex, type SearchIndex, type Searched } from '#server/modules/catalog/search/search-index.ts'
import type { Field } from '#server/modules/catalog/search/token-table.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { currentProjectOf } from '#server/store/projects/projects.ts'

export interface SearchResult {
  /** Best match first. */
  readonly hits: readonly Hit[]
  /** The fields of a hit that match; empty without search words. */
  readonly fieldsOf: (hit: Hit) => readonly Field[]
  readonly reading: Reading
  /** Whether no variable matches all words, so that the hits match most of them. */
  readonly isNearest: boolean
}

interface Search {
  readonly text: string
  /** Whether the nearest variables are found where none matches all words. */
  readonly nearest: boolean
  /** Whether screening questions come first where no words are searched, else all are by name. */
  readonly isBrowsed: boolean
}

/** Searches the catalog and the custom variables of the user's current project. */
export async function searchVariables(
  connection: Connection,
  services: CatalogServices,
  user: User,
  { text, nearest, isBrowsed }: Search,
): Promise<SearchResult> {
  const { catalog, custom } = await services.variables.ofAccount(connection, user.accountId)
  const index = await services.searchIndex(connection)
  const customVariables = custom.length === 0 ? [] : await inCurrentProject(connection, user, custom)
  const suppressed = await shownObservations(connection, services, user, customVariables)
  const shown = suppressed && suppressedCatalog(catalog, user, suppressed)
  const candidates = shown ? shown.hits : hitsOf(catalog)
  const preferred = suppressed?.isOrder ? shown : null
  const variables = preferred ? preferred.variables : catalog.variables
  const observationsOf =
    customVariables.length === 0
      ? null
      : (suppressed?.observationsOf ?? (await services.observations(connection, customVariables, user)))
  const searched = customVariables.map((variable) => ({
    name: variable.name,
    originalName: '',
    question: variable.description,
    observations: observationsOf?.(variable) ?? 0,
  }))
  const made = customVariables.map((variable, place): Hit => ({
    variable,
    text: JSON.stringify(customHit(variable, searched[place]?.observations ?? 0)),
    facets: facetCodesOf(variable),
  }))
  const madePlaces = new Map(made.map((hit, place) => [hit, place]))
  const ownIndex = customVariables.length === 0 ? null : indexOf(customVariables, searched)
  const query = readQuery(text, ownIndex ? [index, ownIndex] : [index])

  const inBoth = (find: (one: SearchIndex, order?: Int32Array) => ReturnType<SearchIndex['find']>) => {
    const found = find(index, preferred?.order)
    const ownFound = ownIndex && find(ownIndex)
    const hits = ownFound
      ? mergeFound<Hit | undefined>(
          { variables, found, item: (place) => candidates[place] },
          { variables: searched, found: ownFound, item: (place) => made[place] },
        )
      : found.places.map((place) => candidates[place])
    return {
      hits: hits.filter((hit) => hit !== undefined),
      fieldsOf: (hit: Hit) => {
        const place = madePlaces.get(hit)
        return place === undefined ? found.fieldsOf(hit.facets.place) : (ownFound?.fieldsOf(place) ?? [])
      },
      reading: presentReading(query, ownFound ? [found, ownFound] : [found]),
    }
  }
  const all = inBoth((one, order) => one.find(query, order))
  if (isBrowsed && query.words.length === 0) {
    return { ...all, hits: screeningsFirst(all.hits, preferred?.order ?? index.order), isNearest: false }
  }
  if (!nearest || all.hits.length > 0 || query.words.length === 0) return { ...all, isNearest: false }
  const near = inBoth((one, order) => one.nearest(query, NEAREST_SHOWN, order))
  return { ...near, hits: near.hits.slice(0, NEAREST_SHOWN), isNearest: near.hits.length > 0 }
}

/** Screening questions, then the others, each by their answers; custom variables begin the others. */
function screeningsFirst(hits: readonly Hit[], order: Int32Array): readonly Hit[] {
  const rankOf = new Int32Array(order.length)
  for (const [rank, place] of order.entries()) rankOf[place] = rank
  const rankOfHit = ({ facets }: Hit) => rankOf[facets.place] ?? -1
  const [screenings, others] = [hits.filter(isScreeningHit), hits.filter((hit) => !isScreeningHit(hit))]
  return [screenings, others].flatMap((some) => some.toSorted((one, other) => rankOfHit(one) - rankOfHit(other)))
}

function isScreeningHit({ variable }: Hit): boolean {
  return isScreening(variable.name)
}

async function inCurrentProject(connection: Connection, user: User, custom: readonly CustomVariable[]) {
  const projectId = await currentProjectOf(connection, user.accountId)
  return custom.filter((variable) => variable.projectId === projectId).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function indexOf(
  customVariables: readonly CustomVariable[],
  variables: Parameters<typeof createSearchIndex>[0],
): SearchIndex {
  const texts = customVariables.map(({ definitions }) => ({
    meanings: definitions.map(({ name, description }) => `${name} ${description}`).join(' '),
    explicit: '',
    implicit: '',
    section: '',
    form: '',
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

/** Matches in one list of variables. */
interface FoundAmong<Variable extends Searched, Item> {
  readonly variables: readonly Variable[]
  readonly found: Found
  /** The item of the variable at an index. */
  readonly item: (place: number) => Item
}

/** Merges two lists of hits: by match, then observations, then name. */
function mergeFound<Item>(first: FoundAmong<Searched, Item>, second: FoundAmong<Searched, Item>): Item[] {
  const items: Item[] = []
  let [i, j] = [0, 0]
  while (i < first.found.places.length || j < second.found.places.length) {
    if (isBefore(first, i, second, j)) items.push(first.item(first.found.places[i++] ?? 0))
    else items.push(second.item(second.found.places[j++] ?? 0))
  }
  return items
}

function isBefore(first: FoundAmong<Searched, unknown>, i: number, second: FoundAmong<Searched, unknown>, j: number) {
  const [a, b] = [hitAt(first, i), hitAt(second, j)]
  if (!a || !b) return !b
  if (a.weight !== b.weight) return a.weight > b.weight
  // Without search words the order is by name.
  if (a.weight > 0 && a.variable.observations !== b.variable.observations) {
    return a.variable.observations > b.variable.observations
  }
  return a.variable.name <= b.variable.name
}

function hitAt({ variables, found }: FoundAmong<Searched, unknown>, index: number) {
  const variable = variables[found.places[index] ?? -1]
  return variable && { variable, weight: found.weights[index] ?? 0 }
}

/** How the words of a search were interpreted. */
type Reading = SearchReading

/** The interpretation of a query: spelling corrections, and synonyms with hits in any list. */
function presentReading({ corrections, words }: Query, found: readonly Found[]): Reading {
  const synonyms = new Map<string, Set<string>>()
  for (const { word, words: also } of found.flatMap((one) => one.synonyms)) {
    const known = synonyms.get(word) ?? new Set()
    for (const word of also) known.add(word)
    synonyms.set(word, known)
  }
  return {
    corrections: corrections.map(({ from, to }) => ({ from, to })),
    synonyms: Array.from(synonyms, ([word, also]) => ({ word, synonyms: [...also] })),
    marks: [...new Set([...words, ...found.flatMap(({ marks }) => marks)])].slice(0, SEARCH_MARKS_MAX),
  }
}
