import { foldText, searchWords } from '#domain/search-words.ts'
import { buildTokenTable, FIELDS, type Document, type TokenTable } from '#server/catalog/token-table.ts'

/** A variable as an index sees it. */
export interface Searched {
  readonly name: string
  readonly originalName: string
  readonly question: string
  readonly observations: number
}

/** What a query found, best first. */
export interface Found {
  /** Places in the list of variables. */
  readonly places: readonly number[]
  /** How well each of them matches; zero of all where nothing was asked for, and the places are in their own order. */
  readonly weights: readonly number[]
}

export interface SearchIndex {
  readonly search: (query: string) => Found
}

export interface SearchTexts {
  readonly meanings: string
  readonly context: string
}

const NOTHING: Found = { places: [], weights: [] }
const WORDS_COUNTED = 31
const NAME_IS_PREFIXED = 1
const NAME_IS_EXACT = 2
/** A word found in a better field outweighs all that could be found in the fields after it. */
const FIELD_WEIGHTS = FIELDS.map((_, field) => (WORDS_COUNTED + 1) ** (FIELDS.length - 1 - field))
const TIER_WEIGHT = (WORDS_COUNTED + 1) ** FIELDS.length

/** An index in memory: every word of a query is a prefix of a word of the variable, case and accents ignored. */
export function createSearchIndex(variables: readonly Searched[], texts: readonly SearchTexts[]): SearchIndex {
  const size = variables.length
  const table = buildTokenTable(variables.map((variable, place) => documentOf(variable, texts[place])))
  const names = variables.map((variable) => [nameKey(variable.name), nameKey(variable.originalName)] as const)
  const [preference, byPreference] = preferenceOf(variables)

  const everything: Found = { places: [...variables.keys()], weights: variables.map(() => 0) }

  /** Two for a name that is the query, one for a name that begins with it. */
  function tierOf(place: number, key: string): number {
    const [name = '', original = ''] = names[place] ?? []
    if (name === key || original === key) return NAME_IS_EXACT
    return name.startsWith(key) || original.startsWith(key) ? NAME_IS_PREFIXED : 0
  }

  return {
    search: (query) => {
      const words = [...new Set(searchWords(query))].slice(0, WORDS_COUNTED)
      if (words.length === 0) return foldText(query).trim() === '' ? everything : NOTHING
      const scores = scoresOf(table, words, size)
      const key = nameKey(query)
      const ranks = new Float64Array(size)
      // A name that begins with the query holds all of its words.
      const inName = words.length * (FIELD_WEIGHTS[0] ?? 0)
      let found = 0
      for (let place = 0; place < size; place++) {
        const score = scores[place] ?? 0
        if (score === 0) continue
        const tier = score === inName ? tierOf(place, key) : 0
        // One number a hit: what matched, then the preference; the sort needs no comparison function.
        ranks[found++] = -(score + TIER_WEIGHT * tier) * size + (preference[place] ?? 0)
      }
      return foundOf(ranks.subarray(0, found).sort(), byPreference, size)
    },
  }
}

function documentOf(variable: Searched, texts: SearchTexts | undefined): Document {
  return [
    searchWords(`${variable.name} ${variable.originalName}`),
    searchWords(variable.question),
    searchWords(texts?.meanings ?? ''),
    searchWords(texts?.context ?? ''),
  ]
}

/** How well each variable matches all the words; zero where one is missing. */
function scoresOf(table: TokenTable, words: readonly string[], size: number): Float64Array {
  const scores = new Float64Array(size)
  for (const [step, word] of words.entries()) {
    const fields = table.bestFields(word)
    for (let place = 0; place < size; place++) {
      const field = fields[place] ?? 0
      const isAlive = step === 0 || scores[place] !== 0
      scores[place] = field === 0 || !isAlive ? 0 : (scores[place] ?? 0) + (FIELD_WEIGHTS[field - 1] ?? 0)
    }
  }
  return scores
}

/** Each variable's rank by observations, most first, then name; and the variables in that order. */
function preferenceOf(variables: readonly Searched[]): [Int32Array, Int32Array] {
  const byPreference = Int32Array.from(variables.keys()).sort(
    (a, b) => (variables[b]?.observations ?? 0) - (variables[a]?.observations ?? 0) || a - b,
  )
  const preference = new Int32Array(variables.length)
  for (const [rank, place] of byPreference.entries()) preference[place] = rank
  return [preference, byPreference]
}

function foundOf(ranks: Float64Array, byPreference: Int32Array, size: number): Found {
  const places: number[] = []
  const weights: number[] = []
  for (let at = 0; at < ranks.length; at++) {
    const rank = ranks[at] ?? 0
    const above = Math.floor(rank / size)
    places.push(byPreference[rank - above * size] ?? 0)
    weights.push(-above)
  }
  return { places, weights }
}

function nameKey(name: string): string {
  return searchWords(name).join('_')
}
