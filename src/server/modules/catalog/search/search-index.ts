import { likelyWord, similarWords, vocabularyOf, type Vocabulary } from '#domain/text/spelling.ts'
import { foldText, searchWords } from '#domain/text/text.ts'
import type { SearchTexts } from '#server/model/catalog.ts'
import { findAll, type Found, fieldsIn } from '#server/modules/catalog/search/find-all.ts'
import { matchTerms, type Matched, type MatchedTerm } from '#server/modules/catalog/search/match-terms.ts'
import { createNameTable, nameKey } from '#server/modules/catalog/search/name-table.ts'
import type { Lexicon, Query, Term } from '#server/modules/catalog/search/read-query.ts'
import { detailsOf } from '#server/modules/catalog/search/screening.ts'
import { isGeneric, isStopWord, stemOf } from '#server/modules/catalog/search/stem.ts'
import { subjectOf, subjectRanks, SUBJECTS } from '#server/modules/catalog/search/subject.ts'
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
  /** Places of all variables in order of preference. */
  readonly order: Int32Array
  /** The variables that match every term of the query, best first; equal ones in an order of preference. */
  readonly find: (query: Query, order?: Int32Array) => Found
  /** At most `limit` variables that match some terms or similar words; rare terms count most. */
  readonly nearest: (query: Query, limit: number, order?: Int32Array) => Found
}

/** An inverted index in memory. Matches prefixes, stems and synonyms; ignores case and accents. */
export function createSearchIndex(variables: readonly Searched[], texts: readonly SearchTexts[]): SearchIndex {
  const table = buildTokenTable(variables.map((variable, place) => documentOf(variable, texts[place])))
  const names = createNameTable(variables)
  const subjects = Uint8Array.from(variables, ({ question }, place) => subjectOf(question, texts[place]?.form ?? ''))
  const screenings = detailsOf(variables.map(({ name }) => name))
  const ownOrder = preferredFirst(variables)
  let vocabulary: Vocabulary | null = null
  const words = () => (vocabulary ??= vocabularyOfTable(table))

  const findTerms = (query: Query, order: Int32Array) => {
    const matched = matchTerms(table, query.terms)
    return findAll({ query, key: nameKey(query.text), matched, names, subjects, screenings, order })
  }

  const hasPreferredSubject = ({ places: [first] }: Found, { words: typed }: Query) => {
    const ranks = subjectRanks(typed)
    return first !== undefined && ranks[subjects[first] ?? SUBJECTS.participant] === Math.max(...Object.values(ranks))
  }

  return {
    order: ownOrder,
    has: (word) => {
      const [first, last] = table.rangeOf(word)
      return first < last || table.ofStem(stemOf(word)).length > 0
    },
    correct: (word) => likelyWord(word, words()),
    find: (query, order = ownOrder) => {
      if (query.words.length === 0) return foldText(query.text).trim() === '' ? everything(variables.length) : NOTHING
      const found = findTerms(query, order)
      const specific = specificTerms(query)
      if (specific === null || found.places.length === 0 || hasPreferredSubject(found, query)) return found
      const wider = findTerms({ ...query, terms: specific }, order)
      return hasPreferredSubject(wider, query) ? wider : found
    },
    nearest: (query, limit, order = ownOrder) => {
      const specific = specificTerms(query)
      if (specific !== null) {
        const found = findTerms({ ...query, terms: specific }, order)
        if (found.places.length > 0) return firstOf(found, limit)
      }
      const exact = matchTerms(table, query.terms)
      const isFound = exact.terms.some(({ weights }) => weights.some((weight) => weight > 0))
      const matched = isFound
        ? exact
        : matchTerms(
            table,
            termsNear(query, (word) => similarWords(word, words())),
          )
      const ranks = subjectRanks(query.words)
      const rankOf = (place: number) => ranks[subjects[place] ?? SUBJECTS.participant] ?? 0
      return findNearest({ matched, rankOf, order, limit })
    },
  }
}

function firstOf(found: Found, limit: number): Found {
  return { ...found, places: found.places.slice(0, limit), weights: found.weights.slice(0, limit) }
}

/** The terms without generic ones; null if these are all or none. */
function specificTerms({ terms }: Query): readonly Term[] | null {
  const specific = terms.filter(({ words }) => !words.every(({ word }) => isGeneric(word)))
  return specific.length > 0 && specific.length < terms.length ? specific : null
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
    form: searchWords(texts?.form ?? ''),
  }
}

/** Places of variables by their number of answers, most first. */
export function preferredFirst(variables: readonly Pick<Searched, 'observations'>[]): Int32Array {
  return Int32Array.from(variables.keys()).sort(
    (a, b) => (variables[b]?.observations ?? 0) - (variables[a]?.observations ?? 0) || a - b,
  )
}

/** Word frequencies of the variables without stop words, and the words of the synonym list. */
function vocabularyOfTable(table: TokenTable): Vocabulary {
  const uses = new Map<string, number>()
  for (const word of synonymWords()) uses.set(word, 0)
  for (const [index, token] of table.tokens.entries()) {
    if (!isStopWord(token)) uses.set(token, table.postings[index]?.length ?? 0)
  }
  return vocabularyOf(uses)
}

interface Options {
  readonly matched: Matched
  /** Rank of the subject of each variable. */
  readonly rankOf: (place: number) => number
  /** Indexes of all variables in order of preference. */
  readonly order: Int32Array
  readonly limit: number
}

/** The variables that match most of the terms, weighted by inverse document frequency. */
function findNearest({ matched, rankOf, order, limit }: Options): Found {
  const rarities = matched.terms.map((term) => rarityOf(term, order))
  const scored: { place: number; weight: number; rank: number; matches: number }[] = []
  for (const place of order) {
    let weight = 0
    let matches = 0
    for (const [index, term] of matched.terms.entries()) {
      const termWeight = term.weights[place] ?? 0
      if (termWeight === 0) continue
      weight += rarities[index] ?? 0
      matches += termWeight
    }
    if (weight > 0) scored.push({ place, weight, rank: rankOf(place), matches })
  }
  const best = scored
    .sort((one, other) => other.weight - one.weight || other.rank - one.rank || other.matches - one.matches)
    .slice(0, limit)
  return {
    places: best.map(({ place }) => place),
    weights: best.map(({ weight }) => weight),
    fieldsOf: fieldsIn(matched),
    synonyms: matched.synonyms,
    marks: matched.marks,
  }
}

/** Words without any hit are replaced by similar words. */
function termsNear({ terms }: Query, like: (word: string) => readonly string[]): readonly Term[] {
  return terms.map(({ words, synonyms }) => ({
    words: words.map(({ word, synonyms: phrases }) => ({
      word,
      synonyms: [...phrases, ...like(word).map((other) => [other])],
    })),
    synonyms,
  }))
}

const GENERIC_SHARE = 0.25

/** Inverse document frequency of a term. */
function rarityOf(term: MatchedTerm, order: Int32Array): number {
  let count = 0
  for (const place of order) if (term.weights[place] !== 0) count += 1
  const rarity = count === 0 ? 0 : 1 + Math.log2(order.length / count)
  return term.isGeneric ? rarity * GENERIC_SHARE : rarity
}
