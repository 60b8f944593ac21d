import { foldText, searchWords } from '#domain/text/text.ts'

export interface ScoredText {
  readonly title: string
  readonly section: string
  readonly keywords: readonly string[]
}

/** The words that stand for a query word, itself included. */
export type Synonyms = (word: string) => readonly string[]

/** Whether each word of the query, or one of its synonyms, is the prefix of a word of the text. */
function startWords(query: readonly (readonly string[])[], words: readonly string[]): boolean {
  return query.every((starts) => starts.some((start) => words.some((word) => word.startsWith(start))))
}

/** Shorter words have too many neighbours. */
const TYPO_LENGTH_MIN = 4

/** Whether a word is the prefix of another but for one letter: replaced, added, left out, or swapped with the next. */
function isNearPrefix(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  if (same === 0 || typed.length < TYPO_LENGTH_MIN) return false
  const rest = typed.slice(same + 1)
  const isSwapped = typed[same] === word[same + 1] && typed[same + 1] === word[same]
  return (
    word.startsWith(rest, same + 1) ||
    word.startsWith(rest, same) ||
    word.startsWith(typed.slice(same), same + 1) ||
    (isSwapped && word.startsWith(rest.slice(1), same + 2))
  )
}

/** Whether letters are prefixes of successive words: "newvar" of "New Variable Set". */
function joinsPrefixes(letters: string, words: readonly string[]): boolean {
  const [word, ...others] = words
  if (letters === '' || word === undefined) return letters === ''
  for (let length = 1; length <= letters.length && word.startsWith(letters.slice(0, length)); length++) {
    if (joinsPrefixes(letters.slice(length), others)) return true
  }
  return false
}

/** The lowest tier: one typing error, or prefixes of words without blanks. */
export const SIMILAR_TIER = 1
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
 * Rates a match: 5 exact title, 4 prefix of the title, 3 prefixes of its words (2.5 with keywords and section, 2.25 with
 * synonyms), 2 initials, 1 similar, 0 none.
 */
export function tiersFor(query: string, synonyms?: Synonyms): (text: ScoredText) => number {
  const wanted = foldText(query.trim())
  if (wanted === '') return () => SIMILAR_TIER
  const words = searchWords(wanted)
  const letters = words.join('')
  const typed = words.map((word) => [word])
  const meant = synonyms && words.map(synonyms)
  return (text) => {
    const { title, titleWords, allWords, initials } = folded(text)
    if (title === wanted) return 5
    if (title.startsWith(wanted)) return PREFIX_TIER
    if (words.length === 0) return 0
    if (startWords(typed, titleWords)) return 3
    if (startWords(typed, allWords)) return 2.5
    if (meant && startWords(meant, allWords)) return 2.25
    if (initials.startsWith(letters)) return 2
    const isSimilar =
      joinsPrefixes(letters, titleWords) ||
      words.every((word) => titleWords.some((one) => one.startsWith(word) || isNearPrefix(word, one)))
    return isSimilar ? SIMILAR_TIER : 0
  }
}

/** The bonus for usage is below one tier. */
export function usageBonus(score: number): number {
  return (0.45 * score) / (1 + score)
}
