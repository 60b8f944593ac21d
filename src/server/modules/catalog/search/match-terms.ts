import {
  CODES_END,
  matchSynonyms,
  matchWord,
  SLOTS,
  slotOf,
  fieldOf,
  type Matches,
} from '#server/modules/catalog/search/match-term.ts'
import type { QueryWord, Term } from '#server/modules/catalog/search/read-query.ts'
import type { Field, TokenTable } from '#server/modules/catalog/search/token-table.ts'

const BASE = 32
/** A word in a better slot outweighs all words in later slots. */
const SLOT_WEIGHTS = Array.from({ length: SLOTS }, (_, slot) => BASE ** (SLOTS - 1 - slot))
const CODE_WEIGHTS = Float64Array.from({ length: CODES_END }, (_, code) =>
  code === 0 ? 0 : (SLOT_WEIGHTS[slotOf(code)] ?? 0),
)
/** Outweighs any number of words. */
export const TIER_WEIGHT = BASE ** SLOTS
/** Weight of a typed word within a name. */
export const WEIGHT_IN_NAME = SLOT_WEIGHTS[0] ?? 0

/** The matches of one term. */
export interface MatchedTerm {
  /** Weight of each variable; 0 without a match. */
  readonly weights: Float64Array
  readonly fieldsOf: (place: number) => readonly Field[]
}

export interface Matched {
  readonly terms: readonly MatchedTerm[]
  readonly synonyms: readonly FoundSynonyms[]
  readonly marks: readonly string[]
}

export interface FoundSynonyms {
  readonly of: string
  readonly words: readonly string[]
}

/** Matches each term of a query. */
export function matchTerms(table: TokenTable, terms: readonly Term[]): Matched {
  const marks = new Set<string>()
  const synonyms: FoundSynonyms[] = []
  const bySynonyms = (of: string, phrases: QueryWord['synonyms']): Matches | null => {
    if (phrases.length === 0) return null
    const found = new Set<string>()
    const matches = matchSynonyms(table, phrases, found, marks)
    if (found.size > 0) synonyms.push({ of, words: [...found] })
    return found.size > 0 ? matches : null
  }
  const matched = terms.map((term) => {
    const words = term.words.map(({ word, synonyms: own }) =>
      better(matchWord(table, word, marks), bySynonyms(word, own)),
    )
    const text = term.words.map(({ word }) => word).join(' ')
    return matchedTerm(table.size, words, bySynonyms(text, term.synonyms))
  })
  return { terms: matched, synonyms, marks: [...marks] }
}

/** The better of two matches for each variable. */
function better(matches: Matches, others: Matches | null): Matches {
  if (!others) return matches
  for (let place = 0; place < matches.length; place++) {
    const code = others[place] ?? 0
    const before = matches[place] ?? 0
    if (code !== 0 && (before === 0 || code < before)) matches[place] = code
  }
  return matches
}

function matchedTerm(size: number, words: readonly Matches[], synonyms: Matches | null): MatchedTerm {
  const byWords = new Float64Array(size)
  for (const [step, matches] of words.entries()) addWeights(byWords, matches, step === 0)
  const weights = synonyms ? atLeast(byWords, synonyms, words.length) : byWords
  return {
    weights,
    fieldsOf: (place) => {
      const isByWords = byWords[place] !== 0 && byWords[place] === weights[place]
      const codes = isByWords ? words.map((matches) => matches[place] ?? 0) : [synonyms?.[place] ?? 0]
      return codes.flatMap((code) => (code === 0 ? [] : (fieldOf(code) ?? [])))
    },
  }
}

/** Adds the weights of a word's matches; a variable without the word gets 0. */
function addWeights(weights: Float64Array, matches: Matches, isFirst: boolean): void {
  for (let place = 0; place < weights.length; place++) {
    const weight = CODE_WEIGHTS[matches[place] ?? 0] ?? 0
    const before = weights[place] ?? 0
    weights[place] = weight === 0 || (before === 0 && !isFirst) ? 0 : before + weight
  }
}

/** The maximum of the words' weights and their synonyms' weights. */
function atLeast(weights: Float64Array, synonyms: Matches, words: number): Float64Array {
  return weights.map((weight, place) => Math.max(weight, (CODE_WEIGHTS[synonyms[place] ?? 0] ?? 0) * words))
}
