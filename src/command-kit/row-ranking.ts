import type { ChoiceRow } from '#command-kit/argument-source.ts'
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
 * highest, then rows with the text as initials of the name. An empty text matches all.
 */
export function rankRows(rows: readonly ChoiceRow[], text: string, limit = Infinity): readonly ChoiceRow[] {
  const words = searchWords(text)
  const [rarest, ...others] = words.map(markedWord).toSorted((one, other) => other.length - one.length)
  if (rarest === undefined) return limit < rows.length ? rows.slice(0, limit) : rows
  const query = { text: words.join(' '), rarest, others }
  const { places, ranks } = search(rows, query)
  const best: ChoiceRow[] = []
  for (const rank of RANKS) {
    for (let index = ranks.indexOf(rank); index !== -1 && index < ranks.length; index++) {
      if (ranks[index] !== rank) continue
      if (best.length >= limit) return best
      const row = rows[places[index] ?? 0]
      if (row) best.push(row)
    }
  }
  const named =
    foldedRows(rows)
      .placesByInitials.get(query.text)
      ?.flatMap((place) => rows[place] ?? []) ?? []
  return named.length === 0 ? best : [...new Set([...best, ...named])].slice(0, limit)
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
  /** Rows by the initials of their titles: "mhe" for MOOD_HIGH_EVER, also below the prefix of a form. */
  readonly placesByInitials: ReadonlyMap<string, readonly number[]>
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
  return { text: texts.join(''), starts, titleEnds, titles, placesByInitials: placesByInitials(titles) }
}

/** Shorter initials stand for too many names. */
const INITIALS_MIN = 3

function placesByInitials(titles: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  titles.forEach((title, place) => {
    const initials = title.replaceAll(/(\S)\S* ?/g, '$1')
    for (const letters of [initials, initials.slice(1)]) {
      if (letters.length < INITIALS_MIN) continue
      const known = places.get(letters)
      if (known) known.push(place)
      else places.set(letters, [place])
    }
  })
  return places
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
