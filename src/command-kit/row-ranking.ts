import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { foldedRows, markedWord, type FoldedRows } from '#command-kit/folded-rows.ts'
import { searchWords } from '#domain/text/text.ts'

interface Found {
  readonly text: string
  /** Indexes of the matching rows in order, and their rank. */
  readonly places: Uint32Array
  readonly ranks: Uint8Array
}

/** One array of rows: its last search, and the buffers that each search writes to before the matches are copied. */
interface RowSearch {
  /** A longer query matches a subset. */
  last: Found | null
  readonly places: Uint32Array
  readonly ranks: Uint8Array
}

const searchByRows = new WeakMap<readonly ChoiceRow[], RowSearch>()

function searchOf(rows: readonly ChoiceRow[]): RowSearch {
  const known = searchByRows.get(rows)
  if (known) return known
  const made = { last: null, places: new Uint32Array(rows.length), ranks: new Uint8Array(rows.length) }
  searchByRows.set(rows, made)
  return made
}

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

/** Searches all rows at once for the rarest word. Returns the number of matches. */
function findInAll(folded: FoldedRows, query: Query, { places, ranks }: RowSearch): number {
  const { text, starts } = folded
  const { rarest } = query
  let count = 0
  let place = 0
  let position = text.indexOf(rarest)
  while (position !== -1) {
    while ((starts[place + 1] ?? Infinity) <= position) place += 1
    const rank = rankOf(folded, place, position, query)
    if (rank !== NOT_FOUND) {
      places[count] = place
      ranks[count] = rank
      count += 1
    }
    position = text.indexOf(rarest, starts[place + 1])
  }
  return count
}

function findAmong(folded: FoldedRows, query: Query, { places, ranks }: RowSearch, candidates: Uint32Array): number {
  const { text, starts } = folded
  let count = 0
  for (const place of candidates) {
    const start = starts[place] ?? 0
    const position = text.slice(start, starts[place + 1]).indexOf(query.rarest)
    const rank = position === -1 ? NOT_FOUND : rankOf(folded, place, start + position, query)
    if (rank === NOT_FOUND) continue
    places[count] = place
    ranks[count] = rank
    count += 1
  }
  return count
}

/** Above this share of the rows, a full search is faster than filtering the last result. */
const NARROWING_SHARE_MAX = 1 / 8

function search(rows: readonly ChoiceRow[], query: Query): Found {
  const folded = foldedRows(rows)
  const buffers = searchOf(rows)
  const { last } = buffers
  const isNarrower = last !== null && query.text.startsWith(last.text)
  const count =
    isNarrower && last.places.length < rows.length * NARROWING_SHARE_MAX
      ? findAmong(folded, query, buffers, last.places)
      : findInAll(folded, query, buffers)
  const found = { text: query.text, places: buffers.places.slice(0, count), ranks: buffers.ranks.slice(0, count) }
  buffers.last = found
  return found
}

/**
 * The rows that match a text, best first, else in their order: each query word is the prefix of a word, names rank
 * highest. An empty text matches all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const words = searchWords(text)
  const [rarest, ...others] = words.map(markedWord).toSorted((one, other) => other.length - one.length)
  if (rarest === undefined) return limit < rows.length ? rows.slice(0, limit) : rows
  const { places, ranks } = search(rows, { text: words.join(' '), rarest, others })
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
