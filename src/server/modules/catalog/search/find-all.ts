import {
  LAST_SLOT_OF_TOPICS,
  SLOTS,
  TIER_WEIGHT,
  type FoundSynonyms,
  type Matched,
} from '#server/modules/catalog/search/match-terms.ts'
import type { NameTable } from '#server/modules/catalog/search/name-table.ts'
import type { Query } from '#server/modules/catalog/search/read-query.ts'
import type { Detail } from '#server/modules/catalog/search/screening.ts'
import { subjectRanks, SUBJECTS } from '#server/modules/catalog/search/subject.ts'
import { FIELDS, type Field } from '#server/modules/catalog/search/token-table.ts'

export interface Found {
  /** Indexes in the list of variables. */
  readonly places: readonly number[]
  /** Weight of each match; zero without search words. */
  readonly weights: readonly number[]
  /** The matching fields of a variable. */
  readonly fieldsOf: (place: number) => readonly Field[]
  readonly synonyms: readonly FoundSynonyms[]
  /** Matching words other than the typed ones, to highlight. */
  readonly marks: readonly string[]
}

interface IndexQuery {
  readonly query: Query
  /** The query, normalised as a name. */
  readonly key: string
  readonly matched: Matched
  readonly names: NameTable
  readonly subjects: Uint8Array
  readonly screenings: readonly Detail[]
  /** Indexes of all variables in order of preference. */
  readonly order: Int32Array
}

/**
 * What outweighs the sum of the matches, in this order: the exact name, the subject of the question, a name that begins
 * with the query, and the worst match of a term: all terms count.
 */
const NAME_IS_EXACT = 128
const SUBJECT = 32
const NAME_IS_PREFIXED = 16
/** Less than any match. */
const IS_SCREENING = 0.5

/** The variables that match every term. */
export function findAll({ query, key, matched, names, subjects, screenings, order }: IndexQuery): Found {
  // Bucket sort: equal weights keep the order of preference.
  const byWeight = new Map<number, number[]>()
  const ranks = subjectRanks(query.words)
  const weights = weightsOfAll(matched)
  const specific = matched.terms.filter((term) => !term.isGeneric)
  const named = names.beginningWith(key)
  const isOwnFirst = ranks[SUBJECTS.participant] > 0
  for (let place = 0; place < weights.length; place++) {
    if (weights[place] === 0) continue
    let worst = 0
    for (const { slots } of specific) worst = Math.max(worst, slots[place] ?? 0)
    const subject = subjects[place] ?? SUBJECTS.participant
    // Later matches do not say what a question is about.
    const rank = isOwnFirst && worst > LAST_SLOT_OF_TOPICS ? 0 : (ranks[subject] ?? 0)
    weights[place] = (weights[place] ?? 0) + TIER_WEIGHT * (SUBJECT * rank + SLOTS - worst)
  }
  for (const [place, isExact] of named) {
    if (weights[place] !== 0) {
      weights[place] = (weights[place] ?? 0) + TIER_WEIGHT * (isExact ? NAME_IS_EXACT : NAME_IS_PREFIXED)
    }
  }
  raiseScreenings(weights, { screenings, terms: matched.terms, named })
  for (const place of order) {
    const weight = weights[place] ?? 0
    if (weight === 0) continue
    const equal = byWeight.get(weight)
    if (equal) equal.push(place)
    else byWeight.set(weight, [place])
  }
  return { ...foundOf(byWeight), fieldsOf: fieldsIn(matched), synonyms: matched.synonyms, marks: matched.marks }
}

interface Raised extends Pick<IndexQuery, 'screenings'>, Pick<Matched, 'terms'> {
  /** The variables whose names begin with the search. */
  readonly named: ReadonlyMap<number, boolean>
}

/** A screening question with the words of the search comes before its details, even if they match better. */
function raiseScreenings(weights: Float64Array, { screenings, terms, named }: Raised): void {
  for (const { place, screening } of screenings) {
    const weight = weights[place] ?? 0
    const screeningWeight = weights[screening] ?? 0
    if (weight === 0 || screeningWeight === 0 || screeningWeight > weight) continue
    if (named.has(place) && !named.has(screening)) continue
    const hasWords = terms.every((term) => term.isGeneric || term.isTyped(screening) || !term.isTyped(place))
    if (hasWords) weights[screening] = Math.floor(weight) + IS_SCREENING
  }
}

/** Fields in which any term matches, in the order of FIELDS. */
export function fieldsIn({ terms }: Matched): Found['fieldsOf'] {
  return (place) => {
    const fields = new Set(terms.flatMap((term) => term.fieldsOf(place)))
    return FIELDS.filter((field) => fields.has(field))
  }
}

/** The sum of the weights of all terms; 0 if one does not match. */
function weightsOfAll({ terms }: Matched): Float64Array {
  const [first, ...others] = terms
  const sums = first ? first.weights.slice() : new Float64Array(0)
  for (const { weights } of others) {
    for (let place = 0; place < sums.length; place++) {
      const before = sums[place] ?? 0
      const weight = weights[place] ?? 0
      sums[place] = before === 0 || weight === 0 ? 0 : before + weight
    }
  }
  return sums
}

function foundOf(byWeight: ReadonlyMap<number, readonly number[]>): Pick<Found, 'places' | 'weights'> {
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
