import { fieldsIn, type Found } from '#server/modules/catalog/search/find-all.ts'
import { matchTerms, type MatchedTerm } from '#server/modules/catalog/search/match-terms.ts'
import type { Query, Term } from '#server/modules/catalog/search/read-query.ts'
import type { TokenTable } from '#server/modules/catalog/search/token-table.ts'

interface Options {
  /** Indexes of all variables in order of preference. */
  readonly order: Int32Array
  readonly limit: number
  /** Known words similar to an unknown one. */
  readonly like: (word: string) => readonly string[]
}

/** The variables that match most of the terms, weighted by inverse document frequency. */
export function findNearest(table: TokenTable, query: Query, { order, limit, like }: Options): Found {
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
