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
/** A word found in a better slot outweighs all that could be found in the slots after it. */
const SLOT_WEIGHTS = Array.from({ length: SLOTS }, (_, slot) => BASE ** (SLOTS - 1 - slot))
const CODE_WEIGHTS = Float64Array.from({ length: CODES_END }, (_, code) =>
  code === 0 ? 0 : (SLOT_WEIGHTS[slotOf(code)] ?? 0),
)
/** Outweighs any number of words. */
export const TIER_WEIGHT = BASE ** SLOTS
/** The weight of a word that a name holds as it was typed. */
export const WEIGHT_IN_NAME = SLOT_WEIGHTS[0] ?? 0

/** What one term found. */
export interface MatchedTerm {
  /** How well each variable matches; 0 where it does not. */
  readonly weights: Float64Array
  /** In which fields. */
  readonly fieldsOf: (place: number) => readonly Field[]
}

export interface Matched {
  readonly terms: readonly MatchedTerm[]
  /** For each word or term the synonyms of it that found something. */
  readonly synonyms: readonly FoundSynonyms[]
  /** The words of variables that were found without being typed. */
  readonly marks: readonly string[]
}

export interface FoundSynonyms {
  readonly of: string
  readonly words: readonly string[]
}

/** What each term of a query finds by itself. */
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

/** The better of both at each place. */
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

/** Adds the weights of a word's matches; what lacks a word weighs nothing. */
function addWeights(weights: Float64Array, matches: Matches, isFirst: boolean): void {
  for (let place = 0; place < weights.length; place++) {
    const weight = CODE_WEIGHTS[matches[place] ?? 0] ?? 0
    const before = weights[place] ?? 0
    weights[place] = weight === 0 || (before === 0 && !isFirst) ? 0 : before + weight
  }
}

/** The weights, or those of the synonyms of all the words where they are more. */
function atLeast(weights: Float64Array, synonyms: Matches, words: number): Float64Array {
  return weights.map((weight, place) => Math.max(weight, (CODE_WEIGHTS[synonyms[place] ?? 0] ?? 0) * words))
}
