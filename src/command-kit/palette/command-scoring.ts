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

/**
 * How well a query names a command: 5 by its very title, 4 by its beginning, 3 by beginnings of its words (2.5 with
 * those of keywords and section), 2 by initials, 1 by letters in their order, 0 not at all.
 */
export function matchTier(query: string, text: ScoredText): number {
  const folded = foldText(query.trim())
  if (folded === '') return GUESS
  const title = foldText(text.title)
  if (title === folded) return 5
  if (title.startsWith(folded)) return 4
  const words = searchWords(folded)
  const titleWords = searchWords(title)
  if (words.length > 0 && startWords(words, titleWords)) return 3
  const moreWords = [...titleWords, ...searchWords(`${text.section} ${text.keywords.join(' ')}`)]
  if (words.length > 0 && startWords(words, moreWords)) return 2.5
  const letters = folded.replaceAll(' ', '')
  if (
    titleWords
      .map((word) => word[0])
      .join('')
      .startsWith(letters)
  )
    return 2
  return letters.length > 1 && isSubsequence(letters, title) ? GUESS : 0
}

/** What use adds to a tier: never so much that a worse match goes before a better one. */
export function usageBonus(score: number): number {
  return (0.45 * score) / (1 + score)
}
