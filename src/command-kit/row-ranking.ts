import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldedRows, markedWord, type FoldedRows } from '#command-kit/folded-rows.ts'
import { foldText, searchWords } from '#domain/search-words.ts'

interface Found {
  readonly text: string
  /** Indexes of the matching rows in order, and their rank. */
  readonly places: Uint32Array
  readonly ranks: Uint8Array
}

// The last search of each array: a longer query matches a subset.
const foundByRows = new WeakMap<readonly ChoiceRow[], Found>()

interface Query {
  readonly text: string
  /** The longest word, which is usually the rarest; all are marked. */
  readonly rarest: string
  readonly others: readonly string[]
}

function hasWords(words: readonly string[], text: string): boolean {
  for (const word of words) {
    if (!text.includes(word)) return false
  }
  return true
}

/** Exact name, prefix of the name, all words in the name, other matches. */
const RANKS = [0, 1, 2, 3] as const
const NOT_FOUND = 4

/** The rank of a row with the rarest word at a position. */
function rankOf(folded: FoldedRows, place: number, position: number, { text, others }: Query): number {
  const start = folded.starts[place] ?? 0
  if (others.length > 0 && !hasWords(others, folded.text.slice(start, folded.starts[place + 1]))) return NOT_FOUND
  const titleEnd = folded.titleEnds[place] ?? 0
  // Most matches are in questions, after the title.
  if (position >= titleEnd) return 3
  const title = folded.titles[place] ?? ''
  if (title.startsWith(text)) return title === text ? 0 : 1
  return others.length === 0 || hasWords(others, folded.text.slice(start, titleEnd)) ? 2 : 3
}

// A buffer shared by all searches; results are copied from it.
let placesFound = new Uint32Array(0)
let ranksFound = new Uint8Array(0)

/** Searches the rarest word in all rows at once; returns the number of matches. */
function findInAll(folded: FoldedRows, query: Query): number {
  const { text, starts } = folded
  const { rarest } = query
  let count = 0
  let place = 0
  let position = text.indexOf(rarest)
  while (position !== -1) {
    while ((starts[place + 1] ?? Infinity) <= position) place += 1
    const rank = rankOf(folded, place, position, query)
    if (rank !== NOT_FOUND) {
      placesFound[count] = place
      ranksFound[count] = rank
      count += 1
    }
    position = text.indexOf(rarest, starts[place + 1])
  }
  return count
}

function findAmong(folded: FoldedRows, query: Query, places: Uint32Array): number {
  const { text, starts } = folded
  let count = 0
  for (const place of places) {
    const start = starts[place] ?? 0
    const position = text.slice(start, starts[place + 1]).indexOf(query.rarest)
    const rank = position === -1 ? NOT_FOUND : rankOf(folded, place, start + position, query)
    if (rank === NOT_FOUND) continue
    placesFound[count] = place
    ranksFound[count] = rank
    count += 1
  }
  return count
}

/** Above this share of the rows, a full search is faster than filtering the last result. */
const NARROWING_SHARE_MAX = 1 / 8

function search(rows: readonly ChoiceRow[], query: Query): Found {
  const folded = foldedRows(rows)
  if (placesFound.length < rows.length) {
    placesFound = new Uint32Array(rows.length)
    ranksFound = new Uint8Array(rows.length)
  }
  const last = foundByRows.get(rows)
  const isNarrower = last !== undefined && query.text.startsWith(last.text)
  const count =
    isNarrower && last.places.length < rows.length * NARROWING_SHARE_MAX
      ? findAmong(folded, query, last.places)
      : findInAll(folded, query)
  const found = { text: query.text, places: placesFound.slice(0, count), ranks: ranksFound.slice(0, count) }
  foundByRows.set(rows, found)
  return found
}

/**
 * The rows that match a text, best first, else in their order: each query word is the prefix of a word, names rank
 * highest. An empty text matches all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const wanted = foldText(text.trim())
  const words = searchWords(wanted).map(markedWord)
  const [rarest, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (rarest === undefined) return limit < rows.length ? rows.slice(0, limit) : rows
  const { places, ranks } = search(rows, { text: wanted, rarest, others })
  const best: ChoiceRow[] = []
  for (const rank of RANKS) {
    for (let at = ranks.indexOf(rank); at !== -1 && at < ranks.length; at++) {
      if (ranks[at] !== rank) continue
      if (best.length >= limit) return best
      const row = rows[places[at] ?? 0]
      if (row) best.push(row)
    }
  }
  return best
}

/** Rows found locally, then further results of the server. */
export function withMore(
  found: readonly ChoiceRow[],
  more: readonly ChoiceRow[] | undefined,
  limit = Infinity,
): readonly ChoiceRow[] {
  if (more === undefined || more.length === 0 || found.length >= limit) return found
  const known = new Set(found.map(({ value }) => value))
  return [...found, ...more.filter(({ value }) => !known.has(value))].slice(0, limit)
}
