import {
  TIER_WEIGHT,
  WEIGHT_IN_NAME,
  type FoundSynonyms,
  type Matched,
} from '#server/modules/catalog/search/match-terms.ts'
import type { Query } from '#server/modules/catalog/search/read-query.ts'
import { FIELDS, type Field } from '#server/modules/catalog/search/token-table.ts'

/** What a query found, best first. */
export interface Found {
  /** Places in the list of variables. */
  readonly places: readonly number[]
  /** How well each of them matches; zero of all where nothing was asked for, and the places are in their own order. */
  readonly weights: readonly number[]
  /** In which fields a place matches. */
  readonly fieldsOf: (place: number) => readonly Field[]
  readonly synonyms: readonly FoundSynonyms[]
  /** The words of variables that were found without being typed. */
  readonly marks: readonly string[]
}

interface Asked {
  readonly query: Query
  /** The query as a name. */
  readonly key: string
  readonly matched: Matched
  /** Name and original name of each variable, as keys. */
  readonly names: readonly (readonly [string, string])[]
  /** The places of all variables in the order of preference. */
  readonly order: Int32Array
}

const NAME_IS_PREFIXED = 1
const NAME_IS_EXACT = 2

/** The variables that have every term. */
export function findAll({ query, key, matched, names, order }: Asked): Found {
  // A name that begins with the query holds all of its words.
  const inName = query.words.length * WEIGHT_IN_NAME
  // Many match equally well: put into one list for each weight in the order of preference, they need no sorting.
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

/** In which fields any term matches a place, in the order of FIELDS. */
export function fieldsIn({ terms }: Matched): Found['fieldsOf'] {
  return (place) => {
    const fields = new Set(terms.flatMap((term) => term.fieldsOf(place)))
    return FIELDS.filter((field) => fields.has(field))
  }
}

/** The sum of the weights of all terms; 0 where one is missing. */
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

/** Two for a name that is the query, one for a name that begins with it. */
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
