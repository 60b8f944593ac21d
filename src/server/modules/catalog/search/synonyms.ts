import { searchWords } from '#domain/search-words.ts'
import { stemOf } from '#server/modules/catalog/search/stem.ts'
import { withoutStopWords } from '#server/modules/catalog/search/stop-words.ts'
import { SYNONYM_LINES } from '#server/modules/catalog/search/synonym-list.ts'

/** The words of a term; a variable holds the term where it holds all of them. */
export type Phrase = readonly string[]

/** Shortest beginning of a word that stands for it where the catalog has no word that begins so. */
const BEGINNING_MIN = 4

const byKey = new Map<string, Phrase[]>()
const words = new Set<string>()
let longestPhrase = 1

/** A phrase in any order and inflection has one key. */
function keyOf(term: Phrase): string {
  return term.map(stemOf).sort().join(' ')
}

function phraseOf(text: string): Phrase {
  return withoutStopWords(searchWords(text))
}

function add(term: Phrase, synonyms: readonly Phrase[]): void {
  const key = keyOf(term)
  const known = byKey.get(key) ?? []
  const keys = new Set([key, ...known.map(keyOf)])
  byKey.set(key, [...known, ...synonyms.filter((synonym) => keys.size !== keys.add(keyOf(synonym)).size)])
  longestPhrase = Math.max(longestPhrase, term.length)
  for (const word of term) words.add(word)
}

const entries = SYNONYM_LINES.split('\n').flatMap((line) => (line.startsWith('#') ? [] : line.split(';')))
for (const entry of entries) {
  if (entry.trim() === '') continue
  const [left = '', right] = entry.split(':')
  const terms = left.split(',').map(phraseOf)
  const found = right === undefined ? [] : right.split(',').map(phraseOf)
  for (const term of terms) add(term, [...terms, ...found])
}

/** The words of all terms, for spelling corrections. */
export function synonymWords(): Iterable<string> {
  return words
}

/** The longest term, in words. */
export function longestTerm(): number {
  return longestPhrase
}

/** The terms that mean the same as these words; undefined where the list has none. */
export function synonymsOf(term: Phrase): readonly Phrase[] | undefined {
  return byKey.get(keyOf(term))
}

/** Single-word terms that begin like a word that is still being typed. */
export function termsBeginning(prefix: string): readonly string[] {
  if (prefix.length < BEGINNING_MIN) return []
  return [...words].filter((word) => word.startsWith(prefix) && byKey.has(stemOf(word)))
}
