import { searchWords } from '#domain/text.ts'
import { stemOf, withoutStopWords } from '#server/modules/catalog/search/stem.ts'
import { SYNONYM_LINES } from '#server/modules/catalog/search/synonym-list.ts'

/** The words of a term; a variable matches if it contains all of them. */
export type Phrase = readonly string[]

/** Minimum length of a prefix that stands for a term, where the catalog has no word with the prefix. */
const BEGINNING_MIN = 4

const byKey = new Map<string, Phrase[]>()
const words = new Set<string>()
let longestPhrase = 1

/** One key for a phrase in any order and inflection. */
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

export function synonymWords(): Iterable<string> {
  return words
}

export function longestTerm(): number {
  return longestPhrase
}

/** Synonyms of a term; undefined without an entry. */
export function synonymsOf(term: Phrase): readonly Phrase[] | undefined {
  return byKey.get(keyOf(term))
}

/** Single-word terms with the prefix of an incomplete word. */
export function termsBeginning(prefix: string): readonly string[] {
  if (prefix.length < BEGINNING_MIN) return []
  return [...words].filter((word) => word.startsWith(prefix) && byKey.has(stemOf(word)))
}
