import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldedRows, markedWord, type FoldedRows } from '#command-kit/folded-rows.ts'
import { foldText, searchWords } from '#domain/search-words.ts'

interface Found {
  readonly text: string
  /** Places of the rows found, in their order. */
  readonly places: readonly number[]
}

// The last search in each array of rows: a longer text finds only what the shorter one found.
const foundByRows = new WeakMap<readonly ChoiceRow[], Found>()

interface Query {
  readonly text: string
  /** The longest word, which is the rarest as a rule; all are marked. */
  readonly rarest: string
  readonly others: readonly string[]
}

function hasWords(words: readonly string[], text: string): boolean {
  for (const word of words) {
    if (!text.includes(word)) return false
  }
  return true
}

/** 0 for the very name, then names that begin so, names that have all words, and anything else that has them. */
type Rank = 0 | 1 | 2 | 3

/** How well a row answers, whose rarest word stands at a position; undefined where it lacks another word. */
function rankOf(folded: FoldedRows, place: number, position: number, { text, others }: Query): Rank | undefined {
  const start = folded.starts[place]
  const isElsewhere = others.length > 0 && !hasWords(others, folded.text.slice(start, folded.starts[place + 1]))
  if (isElsewhere) return undefined
  const title = folded.titles[place] ?? ''
  if (title.startsWith(text)) return title === text ? 0 : 1
  const titleEnd = folded.titleEnds[place] ?? 0
  return position < titleEnd && hasWords(others, folded.text.slice(start, titleEnd)) ? 2 : 3
}

type Visit = (place: number, position: number) => void

/** Looks for the rarest word in all rows at once. */
function visitAll({ text, starts }: FoldedRows, { rarest }: Query, visit: Visit): void {
  let place = 0
  let position = text.indexOf(rarest)
  while (position !== -1) {
    while ((starts[place + 1] ?? Infinity) <= position) place += 1
    visit(place, position)
    position = text.indexOf(rarest, starts[place + 1])
  }
}

function visitFound({ text, starts }: FoldedRows, { rarest }: Query, places: readonly number[], visit: Visit): void {
  for (const place of places) {
    const start = starts[place] ?? 0
    const position = text.slice(start, starts[place + 1]).indexOf(rarest)
    if (position !== -1) visit(place, start + position)
  }
}

/** Beyond this share of the rows it is faster to look through all of them than through those found before. */
const WORTH_NARROWING = 1 / 8

function search(rows: readonly ChoiceRow[], query: Query): readonly (readonly number[])[] {
  const folded = foldedRows(rows)
  const places: number[] = []
  const ranked: readonly [number[], number[], number[], number[]] = [[], [], [], []]
  const visit: Visit = (place, position) => {
    const rank = rankOf(folded, place, position, query)
    if (rank === undefined) return
    places.push(place)
    ranked[rank].push(place)
  }
  const last = foundByRows.get(rows)
  const isNarrower = last !== undefined && query.text.startsWith(last.text)
  if (isNarrower && last.places.length < rows.length * WORTH_NARROWING) visitFound(folded, query, last.places, visit)
  else visitAll(folded, query, visit)
  foundByRows.set(rows, { text: query.text, places })
  return ranked
}

/**
 * The rows that a text finds, the best first and otherwise in their order: every word of it begins some word of the
 * row, names before all else. An empty text finds all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const wanted = foldText(text.trim())
  const words = searchWords(wanted).map(markedWord)
  const [rarest, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (rarest === undefined) return limit < rows.length ? rows.slice(0, limit) : rows
  const best: ChoiceRow[] = []
  for (const places of search(rows, { text: wanted, rarest, others })) {
    for (const place of places) {
      if (best.length >= limit) return best
      const row = rows[place]
      if (row) best.push(row)
    }
  }
  return best
}
