import { foldText, searchWords } from '#domain/text.ts'

export interface ScoredText {
  readonly title: string
  readonly section: string
  readonly keywords: readonly string[]
}

/** Whether each word of the query is the prefix of a word of the text. */
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

/** The lowest tier: a subsequence of letters. */
export const SUBSEQUENCE_TIER = 1
/** The tier of a title with the query as prefix. */
export const PREFIX_TIER = 4

interface Folded {
  readonly title: string
  readonly titleWords: readonly string[]
  /** Including section and keywords. */
  readonly allWords: readonly string[]
  readonly initials: string
}

const foldedByText = new WeakMap<ScoredText, Folded>()

/** Cached: each keystroke compares with all commands. */
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
 * Rates a match: 5 exact title, 4 prefix of the title, 3 prefixes of its words (2.5 with keywords and section), 2
 * initials, 1 subsequence, 0 none.
 */
export function tiersFor(query: string): (text: ScoredText) => number {
  const wanted = foldText(query.trim())
  if (wanted === '') return () => SUBSEQUENCE_TIER
  const words = searchWords(wanted)
  const letters = wanted.replaceAll(' ', '')
  return (text) => {
    const { title, titleWords, allWords, initials } = folded(text)
    if (title === wanted) return 5
    if (title.startsWith(wanted)) return PREFIX_TIER
    if (words.length > 0 && startWords(words, titleWords)) return 3
    if (words.length > 0 && startWords(words, allWords)) return 2.5
    if (initials.startsWith(letters)) return 2
    return letters.length > 1 && isSubsequence(letters, title) ? SUBSEQUENCE_TIER : 0
  }
}

/** The bonus for usage is below one tier. */
export function usageBonus(score: number): number {
  return (0.45 * score) / (1 + score)
}
