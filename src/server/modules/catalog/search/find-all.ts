import {
  TIER_WEIGHT,
  WEIGHT_IN_NAME,
  type FoundSynonyms,
  type Matched,
} from '#server/modules/catalog/search/match-terms.ts'
import type { Query } from '#server/modules/catalog/search/read-query.ts'
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
  /** Normalised name and original name of each variable. */
  readonly names: readonly (readonly [string, string])[]
  /** Indexes of all variables in order of preference. */
  readonly order: Int32Array
}

const NAME_IS_PREFIXED = 1
const NAME_IS_EXACT = 2

/** The variables that match every term. */
export function findAll({ query, key, matched, names, order }: IndexQuery): Found {
  // A name with the query as prefix matches all its words.
  const inName = query.words.length * WEIGHT_IN_NAME
  // Bucket sort: equal weights keep the order of preference.
  const byWeight = new Map<number, number[]>()
  const scores = weightsOfAll(matched)
  for (const place of order) {
    const score = scores[place] ?? 0
    if (score === 0) continue
    const weight = score === inName ? score + TIER_WEIGHT * tierOf(names[place], key) : score
    const equal = byWeight.get(weight)
    if (equal) equal.push(place)
    else byWeight.set(weight, [place])
  }
  return { ...foundOf(byWeight), fieldsOf: fieldsIn(matched), synonyms: matched.synonyms, marks: matched.marks }
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

/** 2 for the exact name, 1 for a prefix of the name. */
function tierOf(names: readonly [string, string] | undefined, key: string): number {
  if (!names) return 0
  if (names.includes(key)) return NAME_IS_EXACT
  return names.some((name) => name.startsWith(key)) ? NAME_IS_PREFIXED : 0
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
