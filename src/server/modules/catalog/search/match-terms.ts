import type { QueryWord, Term } from '#server/modules/catalog/search/read-query.ts'
import { stemOf } from '#server/modules/catalog/search/stem.ts'
import type { Phrase } from '#server/modules/catalog/search/synonyms.ts'
import { type Field, type TokenTable, FIELD_BITS, FIELDS } from '#server/modules/catalog/search/token-table.ts'

/** How a word matched: prefix, same stem, synonym, or stem of a synonym. */
type Level = 'literal' | 'stem' | 'synonym' | 'synonymStem'

const FIELD_MASK = (1 << FIELD_BITS) - 1

/** Number of match slots, best first: one match in a slot outweighs all matches in later slots. */
const SLOTS = 10
const LEAST = SLOTS - 1
const SLOT_BY_FIELD: Readonly<Record<Level, Readonly<Record<Field, number>>>> = {
  literal: { name: 0, question: 1, meanings: 6, explicit: 7, implicit: 7, section: 7 },
  stem: { name: 2, question: 3, meanings: LEAST, explicit: LEAST, implicit: LEAST, section: LEAST },
  synonym: { name: 4, question: 8, meanings: LEAST, explicit: LEAST, implicit: LEAST, section: LEAST },
  synonymStem: { name: 5, question: 8, meanings: LEAST, explicit: LEAST, implicit: LEAST, section: LEAST },
}
const CODES: Readonly<Record<Level, readonly number[]>> = {
  literal: codesOf('literal'),
  stem: codesOf('stem'),
  synonym: codesOf('synonym'),
  synonymStem: codesOf('synonymStem'),
}

/** The best match of each variable: 0 for none, else slot and field packed into one number, smaller is better. */
type Matches = Uint8Array

function codesOf(level: Level): readonly number[] {
  return FIELDS.map((field, at) => 1 + (SLOT_BY_FIELD[level][field] << FIELD_BITS) + at)
}

/** One more than the largest match code. */
const CODES_END = 1 + (SLOTS << FIELD_BITS)

function slotOf(code: number): number {
  return (code - 1) >> FIELD_BITS
}

function fieldOf(code: number): Field | undefined {
  return FIELDS[(code - 1) & FIELD_MASK]
}

/** Matches a word by prefix and by stem. Adds other matched forms to `marks`. */
function matchWord(table: TokenTable, word: string, marks: Set<string>): Matches {
  const matches = new Uint8Array(table.size)
  const [first, last] = table.rangeOf(word)
  for (let at = first; at < last; at++) markToken(table, at, CODES.literal, matches)
  matchStem(table, word, CODES.stem, matches, marks)
  return matches
}

/** Matches any of the synonyms; adds those with hits to `found` and their words to `marks`. */
function matchSynonyms(
  table: TokenTable,
  synonyms: readonly Phrase[],
  found: Set<string>,
  marks: Set<string>,
): Matches {
  const matches = new Uint8Array(table.size)
  for (const phrase of synonyms) {
    if (phrase.some((word) => table.ofStem(stemOf(word)).length === 0)) continue
    const [only, ...others] = phrase
    if (only !== undefined && others.length === 0) {
      matchStem(table, only, CODES.synonym, matches, marks)
      found.add(only)
    } else if (matchPhrase(table, phrase, matches, marks)) found.add(phrase.join(' '))
  }
  return matches
}

/** Marks the variables that contain all words of a phrase, rated by the worst word. Returns whether there is one. */
function matchPhrase(table: TokenTable, phrase: Phrase, matches: Matches, marks: Set<string>): boolean {
  const each = phrase.map((word) => {
    const own = new Uint8Array(table.size)
    matchStem(table, word, CODES.synonym, own, marks)
    return own
  })
  let isFound = false
  for (let place = 0; place < table.size; place++) {
    let worst = 0
    for (const own of each) {
      const code = own[place] ?? 0
      if (code === 0) {
        worst = 0
        break
      }
      worst = Math.max(worst, code)
    }
    if (worst === 0) continue
    isFound = true
    const before = matches[place] ?? 0
    if (before === 0 || worst < before) matches[place] = worst
  }
  return isFound
}

function matchStem(
  table: TokenTable,
  word: string,
  codes: readonly number[],
  matches: Matches,
  marks: Set<string>,
): void {
  for (const at of table.ofStem(stemOf(word))) {
    const token = table.tokens[at] ?? ''
    if (codes !== CODES.stem || !token.startsWith(word)) marks.add(token)
    const isForm = codes === CODES.synonym && token !== word
    markToken(table, at, isForm ? CODES.synonymStem : codes, matches)
  }
}

function markToken(table: TokenTable, token: number, codes: readonly number[], matches: Matches): void {
  for (const posting of table.postings[token] ?? []) {
    const place = posting >> FIELD_BITS
    const code = codes[posting & FIELD_MASK] ?? 0
    const before = matches[place] ?? 0
    if (before === 0 || code < before) matches[place] = code
  }
}

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
