import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldText, searchWords } from '#domain/search-words.ts'

/**
 * The texts of many rows as a search sees them: one long text, since looking through that is many times faster than
 * through each row's own. Words are marked where they start, so that a marked "Ons" finds only what starts with "ons".
 */
export interface FoldedRows {
  readonly text: string
  /** Where each row starts; one more for where the last one ends. */
  readonly starts: Uint32Array
  /** Where the words of each row's title end. */
  readonly titleEnds: Uint32Array
  /** Titles with their punctuation. */
  readonly titles: readonly string[]
}

interface Parts {
  readonly titles: string[]
  readonly titleWords: string[]
  readonly moreWords: string[]
}

const foldedByRows = new WeakMap<readonly ChoiceRow[], FoldedRows>()
const partsByRows = new WeakMap<readonly ChoiceRow[], Parts>()

const ROW_END = '\n'

/** Neither accents nor other scripts, as most texts are; they are folded many times as fast. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** A folded word with its start marked: a capital, which is found faster than a blank would be, since it is rarer. */
export function markedWord(word: string): string {
  return /^[a-z]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`
}

function markedWords(text: string): string {
  const words = isPlain(text) ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? []) : searchWords(text)
  return words.map(markedWord).join('')
}

function partsOf(rows: readonly ChoiceRow[]): Parts {
  const parts = partsByRows.get(rows) ?? { titles: [], titleWords: [], moreWords: [] }
  partsByRows.set(rows, parts)
  return parts
}

/** Folds so many more of the rows; true when all are done. */
function foldMore(rows: readonly ChoiceRow[], count: number): boolean {
  const { titles, titleWords, moreWords } = partsOf(rows)
  for (const { title, words, detail } of rows.slice(titles.length, titles.length + count)) {
    titles.push(isPlain(title) ? title.toLowerCase() : foldText(title))
    titleWords.push(markedWords(title))
    moreWords.push(markedWords(words ?? detail ?? ''))
  }
  return titles.length >= rows.length
}

function join({ titles, titleWords, moreWords }: Parts): FoldedRows {
  const starts = new Uint32Array(titles.length + 1)
  const titleEnds = new Uint32Array(titles.length)
  const texts = titleWords.map((words, index) => {
    const more = moreWords[index] ?? ''
    const start = starts[index] ?? 0
    titleEnds[index] = start + words.length
    starts[index + 1] = start + words.length + more.length + ROW_END.length
    return `${words}${more}${ROW_END}`
  })
  return { text: texts.join(''), starts, titleEnds, titles }
}

/** All rows folded; done once for each array of rows. */
export function foldedRows(rows: readonly ChoiceRow[]): FoldedRows {
  const known = foldedByRows.get(rows)
  if (known) return known
  foldMore(rows, rows.length)
  const folded = join(partsOf(rows))
  foldedByRows.set(rows, folded)
  partsByRows.delete(rows)
  return folded
}

const AT_ONCE = 1_000

/** Folds rows in small parts ahead of the first search, which then need not wait; call the result to stop. */
export function foldAhead(rows: readonly ChoiceRow[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    if (foldedByRows.has(rows)) return
    if (foldMore(rows, AT_ONCE)) foldedRows(rows)
    else timer = setTimeout(go)
  }
  timer = setTimeout(go)
  return () => clearTimeout(timer)
}
