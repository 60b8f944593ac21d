import { likelyWord, similarWords, vocabularyOf, type Vocabulary } from '#domain/text/spelling.ts'
import { foldText, searchWords } from '#domain/text/text.ts'
import type { SearchTexts } from '#server/model/catalog.ts'
import { findAll, type Found, fieldsIn } from '#server/modules/catalog/search/find-all.ts'
import { matchTerms, type MatchedTerm } from '#server/modules/catalog/search/match-terms.ts'
import type { Lexicon, Query, Term } from '#server/modules/catalog/search/read-query.ts'
import { stemOf, isStopWord } from '#server/modules/catalog/search/stem.ts'
import { synonymWords } from '#server/modules/catalog/search/synonyms.ts'
import { buildTokenTable, type Document, type TokenTable } from '#server/modules/catalog/search/token-table.ts'

/** A variable as the search index needs it. */
export interface Searched {
  readonly name: string
  readonly originalName: string
  readonly question: string
  readonly observations: number
}

export interface SearchIndex extends Lexicon {
  /** The variables that match every term of the query, best first; equal ones in an order of preference. */
  readonly find: (query: Query, order?: Int32Array) => Found
  /** At most `limit` variables that match some terms or similar words; rare terms count most. */
  readonly nearest: (query: Query, limit: number, order?: Int32Array) => Found
}

/** An inverted index in memory. Matches prefixes, stems and synonyms; ignores case and accents. */
export function createSearchIndex(variables: readonly Searched[], texts: readonly SearchTexts[]): SearchIndex {
  const table = buildTokenTable(variables.map((variable, place) => documentOf(variable, texts[place])))
  const names = variables.map((variable) => [nameKey(variable.name), nameKey(variable.originalName)] as const)
  const ownOrder = preferredFirst(variables)
  let vocabulary: Vocabulary | null = null
  const words = () => (vocabulary ??= vocabularyOfTable(table))

  return {
    has: (word) => {
      const [first, last] = table.rangeOf(word)
      return first < last || table.ofStem(stemOf(word)).length > 0
    },
    correct: (word) => likelyWord(word, words()),
    find: (query, order = ownOrder) => {
      if (query.words.length === 0) return foldText(query.text).trim() === '' ? everything(variables.length) : NOTHING
      return findAll({ query, key: nameKey(query.text), matched: matchTerms(table, query.terms), names, order })
    },
    nearest: (query, limit, order = ownOrder) =>
      findNearest(table, query, { order, limit, like: (word) => similarWords(word, words()) }),
  }
}

const NOTHING: Found = { places: [], weights: [], fieldsOf: () => [], synonyms: [], marks: [] }

function everything(size: number): Found {
  const places = Array.from({ length: size }, (_, place) => place)
  return { ...NOTHING, places, weights: places.map(() => 0) }
}

function documentOf(variable: Searched, texts: SearchTexts | undefined): Document {
  return {
    name: searchWords(`${variable.name} ${variable.originalName}`),
    question: searchWords(variable.question),
    meanings: searchWords(texts?.meanings ?? ''),
    explicit: searchWords(texts?.explicit ?? ''),
    implicit: searchWords(texts?.implicit ?? ''),
    section: searchWords(texts?.section ?? ''),
  }
}

/** Places of variables by their number of answers, most first. */
export function preferredFirst(variables: readonly Pick<Searched, 'observations'>[]): Int32Array {
  return Int32Array.from(variables.keys()).sort(
    (a, b) => (variables[b]?.observations ?? 0) - (variables[a]?.observations ?? 0) || a - b,
  )
}

function nameKey(name: string): string {
  return searchWords(name).join('_')
}

/** Word frequencies of the variables without stop words, and the words of the synonym list. */
function vocabularyOfTable(table: TokenTable): Vocabulary {
  const uses = new Map<string, number>()
  for (const word of synonymWords()) uses.set(word, 0)
  for (const [at, token] of table.tokens.entries()) {
    if (!isStopWord(token)) uses.set(token, table.postings[at]?.length ?? 0)
  }
  return vocabularyOf(uses)
}

interface Options {
  /** Indexes of all variables in order of preference. */
  readonly order: Int32Array
  readonly limit: number
  /** Known words similar to an unknown one. */
  readonly like: (word: string) => readonly string[]
}

/** The variables that match most of the terms, weighted by inverse document frequency. */
function findNearest(table: TokenTable, query: Query, { order, limit, like }: Options): Found {
  const exact = matchTerms(table, termsNear(query, null))
  const isFound = exact.terms.some(({ weights }) => weights.some((weight) => weight > 0))
  const matched = isFound ? exact : matchTerms(table, termsNear(query, like))
  const rarities = matched.terms.map((term) => rarityOf(term, order))
  const scored: { place: number; weight: number }[] = []
  for (const place of order) {
    let weight = 0
    for (const [at, term] of matched.terms.entries()) {
      if (term.weights[place] !== 0) weight += rarities[at] ?? 0
    }
    if (weight > 0) scored.push({ place, weight })
  }
  const best = scored.sort((one, other) => other.weight - one.weight).slice(0, limit)
  return {
    places: best.map(({ place }) => place),
    weights: best.map(({ weight }) => weight),
    fieldsOf: fieldsIn(matched),
    synonyms: matched.synonyms,
    marks: matched.marks,
  }
}

/** Each word as a term; words without any hit are replaced by similar words. */
function termsNear(query: Query, like: Options['like'] | null): readonly Term[] {
  return query.terms.flatMap(({ words }) =>
    words.map(({ word, synonyms }) => {
      const alike = like?.(word).map((other) => [other]) ?? []
      return { words: [{ word, synonyms: [...synonyms, ...alike] }], synonyms: [] }
    }),
  )
}

/** Inverse document frequency of a term. */
function rarityOf(term: MatchedTerm, order: Int32Array): number {
  let count = 0
  for (const place of order) if (term.weights[place] !== 0) count += 1
  return count === 0 ? 0 : 1 + Math.log2(order.length / count)
}
