import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldedRows, type FoldedRows } from '#command-kit/folded-rows.ts'
import { foldText, searchWords } from '#domain/search-words.ts'

interface Found {
  readonly text: string
  /** Places of the rows found, in their order. */
  readonly places: readonly number[]
}

// The last search in each array of rows: a longer text finds only what the shorter one found.
const foundByRows = new WeakMap<readonly ChoiceRow[], Found>()

/** The row in whose text a position is. */
function placeOf({ starts }: FoldedRows, position: number): number {
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

function hasWords(words: readonly string[], text: string): boolean {
  return words.every((word) => text.includes(word))
}

function hasAll({ text, starts }: FoldedRows, place: number, words: readonly string[]): boolean {
  return hasWords(words, text.slice(starts[place], starts[place + 1]))
}

/** Looks through all rows for the longest word, which is the rarest as a rule, and only then for the others. */
function placesWith(folded: FoldedRows, words: readonly string[]): readonly number[] {
  const [rarest = '', ...others] = words.toSorted((one, other) => other.length - one.length)
  const places: number[] = []
  let position = folded.text.indexOf(rarest)
  while (position !== -1) {
    const place = placeOf(folded, position)
    if (others.length === 0 || hasAll(folded, place, others)) places.push(place)
    position = folded.text.indexOf(rarest, folded.starts[place + 1])
  }
  return places
}

function find(
  rows: readonly ChoiceRow[],
  folded: FoldedRows,
  text: string,
  words: readonly string[],
): readonly number[] {
  const last = foundByRows.get(rows)
  const places =
    last && text.startsWith(last.text)
      ? last.places.filter((place) => hasAll(folded, place, words))
      : placesWith(folded, words)
  foundByRows.set(rows, { text, places })
  return places
}

const RANKS = 4

/** 0 for the very name, then names that begin so, names that have all words, and anything else that has them. */
function rankOf(folded: FoldedRows, place: number, text: string, words: readonly string[]): number {
  const title = folded.titles[place] ?? ''
  if (title.startsWith(text)) return title === text ? 0 : 1
  const titleWords = folded.text.slice(folded.starts[place], folded.titleEnds[place])
  return hasWords(words, titleWords) ? 2 : 3
}

/**
 * The rows that a text finds, the best first and otherwise in their order: every word of it begins some word of the
 * row, names before all else. An empty text finds all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const wanted = foldText(text.trim())
  const words = searchWords(wanted).map((word) => ` ${word}`)
  if (words.length === 0) return limit < rows.length ? rows.slice(0, limit) : rows
  const folded = foldedRows(rows)
  const ranked: number[][] = Array.from({ length: RANKS }, () => [])
  for (const place of find(rows, folded, wanted, words)) {
    const rank = ranked[rankOf(folded, place, wanted, words)]
    if (rank && rank.length < limit) rank.push(place)
  }
  const best: ChoiceRow[] = []
  for (const place of ranked.flat()) {
    const row = rows[place]
    if (row && best.length < limit) best.push(row)
  }
  return best
}
