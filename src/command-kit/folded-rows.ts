import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { searchWords } from '#domain/text/text.ts'

/**
 * The folded texts of many rows, concatenated: one search over a long text is many times faster than one per row. Word
 * starts are marked, so that a marked "Ons" matches prefixes only.
 */
export interface FoldedRows {
  readonly text: string
  /** Start offset of each row, and the end of the last one. */
  readonly starts: Uint32Array
  /** End offset of each row's title. */
  readonly titleEnds: Uint32Array
  /** Titles as words, separated by blanks. */
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

/** ASCII only: folds many times faster. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

export function markedWord(word: string): string {
  return /^[a-z]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`
}

function wordsOf(text: string): readonly string[] {
  return isPlain(text) ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? []) : searchWords(text)
}

function marked(words: readonly string[]): string {
  return words.map(markedWord).join('')
}

function partsOf(rows: readonly ChoiceRow[]): Parts {
  const parts = partsByRows.get(rows) ?? { titles: [], titleWords: [], moreWords: [] }
  partsByRows.set(rows, parts)
  return parts
}

/** Folds the next rows; true when all are folded. */
function foldMore(rows: readonly ChoiceRow[], count: number): boolean {
  const { titles, titleWords, moreWords } = partsOf(rows)
  for (const { title, words, detail } of rows.slice(titles.length, titles.length + count)) {
    const ofTitle = wordsOf(title)
    titles.push(ofTitle.join(' '))
    titleWords.push(marked(ofTitle))
    moreWords.push(marked(wordsOf(words ?? detail ?? '')))
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

/** Folds all rows; cached by array. */
export function foldedRows(rows: readonly ChoiceRow[]): FoldedRows {
  const known = foldedByRows.get(rows)
  if (known) return known
  foldMore(rows, rows.length)
  const folded = join(partsOf(rows))
  foldedByRows.set(rows, folded)
  partsByRows.delete(rows)
  return folded
}

const BATCH_ROWS = 1_000

/** Folds rows in idle time before the first search; returns the function that stops it. */
export function foldAhead(rows: readonly ChoiceRow[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    if (foldedByRows.has(rows)) return
    if (foldMore(rows, BATCH_ROWS)) foldedRows(rows)
    else timer = setTimeout(go)
  }
  timer = setTimeout(go)
  return () => clearTimeout(timer)
}
