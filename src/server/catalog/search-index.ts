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
  const byPreference = preferredFirst(variables)

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
      // A name that begins with the query holds all of its words.
      const inName = words.length * (FIELD_WEIGHTS[0] ?? 0)
      // Many match equally well: put into one list for each weight in the order of preference, they need no sorting.
      const byWeight = new Map<number, number[]>()
      for (const place of byPreference) {
        const score = scores[place] ?? 0
        if (score === 0) continue
        const weight = score === inName ? score + TIER_WEIGHT * tierOf(place, key) : score
        const equal = byWeight.get(weight)
        if (equal) equal.push(place)
        else byWeight.set(weight, [place])
      }
      return foundOf(byWeight)
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

/** The places of all variables, by observations, most first, then name. */
function preferredFirst(variables: readonly Searched[]): Int32Array {
  return Int32Array.from(variables.keys()).sort(
    (a, b) => (variables[b]?.observations ?? 0) - (variables[a]?.observations ?? 0) || a - b,
  )
}

function foundOf(byWeight: ReadonlyMap<number, readonly number[]>): Found {
  const places: number[] = []
  const weights: number[] = []
  for (const [weight, equal] of [...byWeight].sort(([a], [b]) => b - a)) {
    for (const place of equal) {
      places.push(place)
      weights.push(weight)
    }
  }
  return { places, weights }
}

function nameKey(name: string): string {
  return searchWords(name).join('_')
}
