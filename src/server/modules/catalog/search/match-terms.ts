import type { QueryWord, Term } from '#server/modules/catalog/search/read-query.ts'
import { isGeneric, stemOf } from '#server/modules/catalog/search/stem.ts'
import type { Phrase } from '#server/modules/catalog/search/synonyms.ts'
import { type Field, type TokenTable, FIELD_BITS, FIELDS } from '#server/modules/catalog/search/token-table.ts'

/** How a word matched. */
type Level = 'literal' | 'stem' | 'prefix' | 'synonym'

const FIELD_MASK = (1 << FIELD_BITS) - 1

/** Number of match slots, best first: one match in a slot outweighs all matches in later slots. */
export const SLOTS = 9
const LEAST = SLOTS - 1
/** The implicit context has the words under which a question is meant to be found. */
const SLOT_BY_FIELD: Readonly<Record<Level, Readonly<Record<Field, number>>>> = {
  literal: { name: 0, question: 2, implicit: 2, meanings: 5, explicit: 6, section: 6, form: 6 },
  stem: { name: 1, question: 2, implicit: 3, meanings: LEAST, explicit: LEAST, section: LEAST, form: LEAST },
  prefix: { name: 3, question: 3, implicit: 3, meanings: 5, explicit: 6, section: 6, form: 6 },
  synonym: { name: 4, question: 7, implicit: 4, meanings: LEAST, explicit: LEAST, section: LEAST, form: LEAST },
}
/** Later matches do not say what a question is about. */
export const LAST_SLOT_OF_TOPICS = SLOT_BY_FIELD.synonym.name
const CODES: Readonly<Record<Level, readonly number[]>> = {
  literal: codesOf('literal'),
  stem: codesOf('stem'),
  prefix: codesOf('prefix'),
  synonym: codesOf('synonym'),
}

/** The best match of each variable: 0 for none, else slot and field packed into one number, smaller is better. */
type Matches = Uint8Array

function codesOf(level: Level): readonly number[] {
  return FIELDS.map((field, index) => 1 + (SLOT_BY_FIELD[level][field] << FIELD_BITS) + index)
}

function isTypedCode(code: number): boolean {
  return code !== 0 && slotOf(code) <= SLOT_BY_FIELD.prefix.question
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
  for (let index = first; index < last; index++) {
    markToken(table, index, table.tokens[index] === word ? CODES.literal : CODES.prefix, matches)
  }
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
    const wordMatches = new Uint8Array(table.size)
    matchStem(table, word, CODES.synonym, wordMatches, marks)
    return wordMatches
  })
  let isFound = false
  for (let place = 0; place < table.size; place++) {
    let worst = 0
    for (const wordMatches of each) {
      const code = wordMatches[place] ?? 0
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
  for (const index of table.ofStem(stemOf(word))) {
    const token = table.tokens[index] ?? ''
    if (codes !== CODES.stem || !token.startsWith(word)) marks.add(token)
    markToken(table, index, codes, matches)
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
/** A generic word decides between equal matches of the others. */
const GENERIC_WEIGHT = BASE ** -3

/** The matches of one term. */
export interface MatchedTerm {
  /** The slot of the worst match of each variable, apart from generic words. */
  readonly slots: Uint8Array
  readonly isGeneric: boolean
  /** Whether name, question or implicit context has all the words, not only synonyms. */
  readonly isTyped: (place: number) => boolean
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
  readonly word: string
  readonly words: readonly string[]
}

/** Matches each term of a query. */
export function matchTerms(table: TokenTable, terms: readonly Term[]): Matched {
  const marks = new Set<string>()
  const synonyms: FoundSynonyms[] = []
  const bySynonyms = (word: string, phrases: QueryWord['synonyms']): Matches | null => {
    if (phrases.length === 0) return null
    const found = new Set<string>()
    const matches = matchSynonyms(table, phrases, found, marks)
    if (found.size > 0) synonyms.push({ word, words: [...found] })
    return found.size > 0 ? matches : null
  }
  const matched = terms.map((term) => {
    const words = term.words.map(({ word, synonyms: phrases }) => ({
      matches: better(matchWord(table, word, marks), bySynonyms(word, phrases)),
      isGeneric: isGeneric(word),
    }))
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

interface MatchedWord {
  readonly matches: Matches
  readonly isGeneric: boolean
}

function matchedTerm(size: number, words: readonly MatchedWord[], synonyms: Matches | null): MatchedTerm {
  const byWords = new Float64Array(size)
  for (const [step, word] of words.entries()) addWeights(byWords, word, step === 0)
  const weights = synonyms ? atLeast(byWords, synonyms, words.length) : byWords
  const specific = words.filter((word) => !word.isGeneric)
  const slots = worstSlots(specific, size)
  if (synonyms) {
    for (let place = 0; place < size; place++) {
      if (byWords[place] !== weights[place]) slots[place] = slotOf(synonyms[place] ?? 0)
    }
  }
  const isByWords = (place: number) => byWords[place] !== 0 && byWords[place] === weights[place]
  return {
    weights,
    slots,
    isGeneric: specific.length === 0,
    isTyped: (place) => words.every(({ matches }) => isTypedCode(matches[place] ?? 0)),
    fieldsOf: (place) => {
      const codes = isByWords(place) ? words.map(({ matches }) => matches[place] ?? 0) : [synonyms?.[place] ?? 0]
      return codes.flatMap((code) => (code === 0 ? [] : (fieldOf(code) ?? [])))
    },
  }
}

function worstSlots(words: readonly MatchedWord[], size: number): Uint8Array {
  const slots = new Uint8Array(size)
  for (const { matches } of words) {
    for (let place = 0; place < size; place++) {
      const code = matches[place] ?? 0
      if (code !== 0 && slotOf(code) > (slots[place] ?? 0)) slots[place] = slotOf(code)
    }
  }
  return slots
}

/** Adds the weights of a word's matches; a variable without the word gets 0. */
function addWeights(weights: Float64Array, { matches, isGeneric: isLight }: MatchedWord, isFirst: boolean): void {
  const share = isLight ? GENERIC_WEIGHT : 1
  for (let place = 0; place < weights.length; place++) {
    const weight = (CODE_WEIGHTS[matches[place] ?? 0] ?? 0) * share
    const before = weights[place] ?? 0
    weights[place] = weight === 0 || (before === 0 && !isFirst) ? 0 : before + weight
  }
}

/** The maximum of the words' weights and their synonyms' weights. */
function atLeast(weights: Float64Array, synonyms: Matches, words: number): Float64Array {
  return weights.map((weight, place) => Math.max(weight, (CODE_WEIGHTS[synonyms[place] ?? 0] ?? 0) * words))
}
