import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldText, searchWords } from '#domain/search-words.ts'

/** A row's texts as a search sees them, made once for each array of rows. */
interface FoldedRow {
  readonly row: ChoiceRow
  readonly title: string
  /** Each word after a blank, so that " ons" finds what starts with "ons". */
  readonly titleWords: string
  readonly allWords: string
}

const foldedByRows = new WeakMap<readonly ChoiceRow[], readonly FoldedRow[]>()

function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('')
}

function fold(row: ChoiceRow): FoldedRow {
  const titleWords = spaced(searchWords(row.title))
  const more = row.words ?? foldText(row.detail ?? '')
  return { row, title: foldText(row.title), titleWords, allWords: titleWords + spaced(searchWords(more)) }
}

function foldedRows(rows: readonly ChoiceRow[]): readonly FoldedRow[] {
  const known = foldedByRows.get(rows)
  if (known) return known
  const folded = rows.map(fold)
  foldedByRows.set(rows, folded)
  return folded
}

const RANKS = 4

/** 0 for the very name, then names that begin so, names that have all words, and anything else that has them. */
function rankOf(folded: FoldedRow, text: string, starts: readonly string[]): number | undefined {
  if (folded.title === text) return 0
  if (folded.title.startsWith(text)) return 1
  if (starts.every((start) => folded.titleWords.includes(start))) return 2
  return starts.every((start) => folded.allWords.includes(start)) ? 3 : undefined
}

/**
 * The rows that a text finds, the best first and otherwise in their order: every word of it begins some word of the
 * row, names before all else. An empty text finds all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const folded = foldText(text.trim())
  const starts = searchWords(folded).map((word) => ` ${word}`)
  if (starts.length === 0) return limit < rows.length ? rows.slice(0, limit) : rows
  const ranked: ChoiceRow[][] = Array.from({ length: RANKS }, () => [])
  for (const row of foldedRows(rows)) {
    const rank = rankOf(row, folded, starts)
    if (rank !== undefined) ranked[rank]?.push(row.row)
  }
  return ranked.flat().slice(0, limit)
}
