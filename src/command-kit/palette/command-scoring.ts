import { foldText, searchWords } from '#domain/search-words.ts'

/** A command's texts, as a search sees them. */
export interface ScoredText {
  readonly title: string
  readonly section: string
  readonly keywords: readonly string[]
}

/** Whether each word of a query begins some word of the text. */
function startWords(query: readonly string[], words: readonly string[]): boolean {
  return query.every((start) => words.some((word) => word.startsWith(start)))
}

function isSubsequence(letters: string, text: string): boolean {
  let found = 0
  for (const letter of text) {
    if (letter === letters[found]) found += 1
  }
  return found === letters.length
}

/** The lowest tier: letters in their order, which is a guess rather than a match. */
export const GUESS = 1
/** The tier of a title that begins with the query. */
export const BEGINNING = 4

interface Folded {
  readonly title: string
  readonly titleWords: readonly string[]
  /** Those of section and keywords too. */
  readonly allWords: readonly string[]
  readonly initials: string
}

const foldedByText = new WeakMap<ScoredText, Folded>()

/** Folded once: each key compares with every command there is. */
function folded(text: ScoredText): Folded {
  const known = foldedByText.get(text)
  if (known) return known
  const title = foldText(text.title)
  const titleWords = searchWords(title)
  const made = {
    title,
    titleWords,
    allWords: [...titleWords, ...searchWords(`${text.section} ${text.keywords.join(' ')}`)],
    initials: titleWords.map((word) => word.charAt(0)).join(''),
  }
  foldedByText.set(text, made)
  return made
}

/**
 * How well a query names a command: 5 by its very title, 4 by its beginning, 3 by beginnings of its words (2.5 with
 * those of keywords and section), 2 by initials, 1 by letters in their order, 0 not at all.
 */
export function tiersFor(query: string): (text: ScoredText) => number {
  const wanted = foldText(query.trim())
  if (wanted === '') return () => GUESS
  const words = searchWords(wanted)
  const letters = wanted.replaceAll(' ', '')
  return (text) => {
    const { title, titleWords, allWords, initials } = folded(text)
    if (title === wanted) return 5
    if (title.startsWith(wanted)) return BEGINNING
    if (words.length > 0 && startWords(words, titleWords)) return 3
    if (words.length > 0 && startWords(words, allWords)) return 2.5
    if (initials.startsWith(letters)) return 2
    return letters.length > 1 && isSubsequence(letters, title) ? GUESS : 0
  }
}

/** What use adds to a tier: never so much that a worse match goes before a better one. */
export function usageBonus(score: number): number {
  return (0.45 * score) / (1 + score)
}
