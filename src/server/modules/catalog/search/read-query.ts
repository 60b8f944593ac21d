import { searchWords } from '#domain/text/text.ts'
import { stemOf, withoutStopWords } from '#server/modules/catalog/search/stem.ts'
import { longestTerm, synonymsOf, termsBeginning, type Phrase } from '#server/modules/catalog/search/synonyms.ts'

/** The words of one list of variables, used to interpret queries. */
export interface Lexicon {
  /** Whether a known word has this prefix or stem. */
  readonly has: (word: string) => boolean
  /** The most likely correction of an unknown word, or null. */
  readonly correct: (word: string) => string | null
}

/** Words that form one term. A variable matches all of them, or a synonym of the term. */
export interface Term {
  readonly words: readonly QueryWord[]
  readonly synonyms: readonly Phrase[]
}

export interface QueryWord {
  readonly word: string
  readonly synonyms: readonly Phrase[]
}

export interface Correction {
  readonly from: string
  readonly to: string
}

export interface Query {
  readonly text: string
  readonly terms: readonly Term[]
  /** The words of all terms. */
  readonly words: readonly string[]
  readonly corrections: readonly Correction[]
}

const WORDS_MAX = 31
const NO_SYNONYMS: readonly Phrase[] = []

/** Removes stop words, corrects unknown words, and groups words into terms of the synonym list. */
export function readQuery(text: string, lexicons: readonly Lexicon[]): Query {
  const corrections: Correction[] = []
  const typed = [...new Set(withoutStopWords(searchWords(text)))].slice(0, WORDS_MAX)
  const words = typed.map((word) => {
    const to = correctionOf(word, lexicons)
    if (to === null) return word
    corrections.push({ from: word, to })
    return to
  })
  return { text, words, corrections, terms: termsOf(words, lexicons) }
}

function isKnown(word: string, lexicons: readonly Lexicon[]): boolean {
  return lexicons.some((lexicon) => lexicon.has(word))
}

function correctionOf(word: string, lexicons: readonly Lexicon[]): string | null {
  if (isKnown(word, lexicons) || synonymsOf([word]) || termsBeginning(word).length > 0) return null
  for (const lexicon of lexicons) {
    const likely = lexicon.correct(word)
    if (likely !== null) return likely
  }
  return null
}

function termsOf(words: readonly string[], lexicons: readonly Lexicon[]): readonly Term[] {
  const terms: Term[] = []
  for (let from = 0; from < words.length;) {
    const term = termAt(words, from, lexicons)
    terms.push(term)
    from += term.words.length
  }
  return terms
}

/** The longest term of the synonym list at this position, else the single word. */
function termAt(words: readonly string[], from: number, lexicons: readonly Lexicon[]): Term {
  for (let length = Math.min(longestTerm(), words.length - from); length > 1; length--) {
    const term = words.slice(from, from + length)
    const synonyms = synonymsOf(term)
    if (synonyms) return { words: term.map((word) => withoutWords(queryWord(word, lexicons), term)), synonyms }
  }
  return { words: words.slice(from, from + 1).map((word) => queryWord(word, lexicons)), synonyms: NO_SYNONYMS }
}

/** One word in a variable does not stand for two words of a term: "attempt" is no synonym of "suicide" beside it. */
function withoutWords({ word, synonyms }: QueryWord, term: Phrase): QueryWord {
  const others = new Set(term.filter((other) => other !== word).map(stemOf))
  return { word, synonyms: synonyms.filter((phrase) => !phrase.every((one) => others.has(stemOf(one)))) }
}

function queryWord(word: string, lexicons: readonly Lexicon[]): QueryWord {
  const synonyms = synonymsOf([word])
  if (synonyms) return { word, synonyms: synonyms }
  if (isKnown(word, lexicons)) return { word, synonyms: NO_SYNONYMS }
  return { word, synonyms: termsBeginning(word).flatMap((term) => [[term], ...(synonymsOf([term]) ?? [])]) }
}
