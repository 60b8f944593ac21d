import { foldText, searchWords } from '#domain/text/text.ts'

/** Words that users type for the same thing. Synonyms of questions belong to the back end's search. */
const GROUPS: readonly (readonly string[])[] = [
  ['open', 'show', 'view', 'display', 'see'],
  ['rename', 'edit', 'change', 'modify', 'update'],
  ['delete', 'remove', 'erase', 'discard'],
  ['new', 'create', 'add', 'make', 'build', 'builder'],
  ['theme', 'appearance', 'dark', 'light', 'colour', 'color'],
  ['histogram', 'distribution', 'chart', 'plot', 'graph'],
  ['venn', 'overlap', 'upset', 'intersection', 'diagram'],
  ['help', 'guide', 'manual', 'handbook', 'documentation', 'tutorial'],
  ['cohort', 'sample', 'group', 'population', 'participant', 'individual', 'people', 'patient'],
  ['subset', 'filter', 'select'],
  ['compound', 'union', 'combine', 'merge', 'join'],
  ['minus', 'subtract', 'difference', 'exclude', 'without'],
  ['downcode', 'recode', 'categorise', 'categorize', 'bin'],
  ['pedigree', 'family', 'families', 'relatives'],
  ['download', 'export', 'csv', 'save'],
  ['import', 'upload', 'load'],
  ['shortcut', 'key', 'keyboard', 'hotkey'],
  ['pane', 'split', 'window', 'tab', 'screen'],
  ['settings', 'preferences', 'options'],
  ['again', 'refresh', 'reload'],
  ['up', 'back', 'parent'],
  ['logout', 'quit', 'exit', 'leave'],
  ['password', 'account', 'profile'],
  ['catalog', 'search', 'browse', 'find'],
  ['variable', 'question', 'item', 'column', 'measure'],
]

/** Shorter prefixes have too many synonyms, and are prefixes of too many words. */
export const LETTERS_MIN = 3

/** A query word with the members of the groups that it begins a member of. */
export function withSynonyms(word: string): readonly string[] {
  const groups = word.length < LETTERS_MIN ? [] : GROUPS.filter((group) => group.some((one) => one.startsWith(word)))
  return [...new Set([word, ...groups.flat()])]
}

export interface ScoredText {
  readonly title: string
  readonly section: string
  readonly keywords: readonly string[]
  /** Key sequences of a command. */
  readonly seqs?: readonly string[]
}

/** The words that stand for a query word, itself included. */
type Synonyms = (word: string) => readonly string[]

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
/** The tier of prefixes of words of the title. */
export const TITLE_TIER = 3
/** The tier of whole words, or of initials. */
const WORDS_TIER = 3.25
/** The tier of a title with the query as prefix. */
export const PREFIX_TIER = 4
/** The tier of a whole title, or of a key sequence. */
export const EXACT_TIER = 5

interface Folded {
  readonly title: string
  readonly titleWords: readonly string[]
  /** Including section and keywords. */
  readonly allWords: readonly string[]
  readonly initials: string
  readonly keys: readonly string[]
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
    // Not "Home" and "End", which are words too.
    keys: (text.seqs ?? [])
      .filter((seq) => /[ +]/.test(seq))
      .map((seq) => foldText(seq.replaceAll('$mod', 'ctrl').replaceAll(' ', ''))),
  }
  foldedByText.set(text, made)
  return made
}

/** Words without a meaning of their own. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'my', 'of', 'to', 'for', 'in', 'is', 'what', 'how'])

/** The words that must match; the last one may be incomplete. */
function significantWords(text: string): readonly string[] {
  return searchWords(text).filter((word, index, words) => index === words.length - 1 || !EMPTY_WORDS.has(word))
}

/** A word without the ending of its plural. */
function singular(word: string): string {
  return /[^s]s$/.test(word) && word.length > LETTERS_MIN ? word.slice(0, -1) : word
}

/** Whether each word of the query is a word of the text. */
function areWords(query: readonly string[], words: readonly string[]): boolean {
  return query.every((typed) => words.some((word) => singular(word) === singular(typed)))
}

/** The share of the title's words that a query names, below the distance of two tiers. */
export function titleShare(query: string, text: ScoredText): number {
  const { titleWords } = folded(text)
  const named = significantWords(query).filter((typed) => titleWords.some((word) => word.startsWith(singular(typed))))
  return titleWords.length === 0 ? 0 : (0.2 * named.length) / titleWords.length
}

/**
 * Rates a match: 5 exact title or key sequence, 4 prefix of the title, 3.5 whole words of the title (3.25 with keywords
 * and section, or initials), 3 prefixes of its words (2.5 with keywords and section, 2.25 with synonyms), 2 begin of the
 * initials, 1 similar, 0 none.
 */
export function tiersFor(query: string, synonyms?: Synonyms): (text: ScoredText) => number {
  const wanted = foldText(query.trim())
  if (wanted === '') return () => SIMILAR_TIER
  const words = significantWords(wanted)
  const letters = searchWords(wanted).join('')
  const keys = wanted.replaceAll(/\s/g, '')
  const typed = words.map((word) => [singular(word)])
  const meant = synonyms && words.map((word) => synonyms(singular(word)))
  return (text) => {
    const { title, titleWords, allWords, initials, keys: ofText } = folded(text)
    if (title === wanted || (keys.length > 1 && ofText.includes(keys))) return EXACT_TIER
    if (title.startsWith(wanted)) return PREFIX_TIER
    if (words.length === 0) return 0
    if (areWords(words, titleWords)) return 3.5
    if (areWords(words, allWords) || (letters.length > 1 && initials === letters)) return WORDS_TIER
    if (startWords(typed, titleWords)) return TITLE_TIER
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
