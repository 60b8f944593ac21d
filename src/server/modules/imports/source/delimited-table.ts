import { IMPORT_COLUMNS_MAX, IMPORT_NAME_BYTES_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { readBlocks, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { readRecords, type TextBlocks } from '#server/modules/imports/source/read-records.ts'

/** R's missing value. */
export const NOT_AVAILABLE = 'NA'

export interface TableRow {
  /** First line of the row in the file, counted from 1. */
  readonly line: number
  readonly offset: number
}

/** A refused row, and the reason. */
interface BadRow extends TableRow {
  readonly problem: Problem
}

/** A table of a file: every row has as many cells as the header; other rows are in `bad`. */
export interface DelimitedTable {
  readonly file: string
  readonly header: readonly string[]
  /** Column names in the dictionary, where they differ. */
  readonly described?: readonly string[]
  readonly rows: readonly TableRow[]
  readonly bad: readonly BadRow[]
  /** Notes about further rows of participants. */
  readonly remarks?: readonly Problem[]
  /** Number of cells with R's NA. */
  readonly notAvailable: number
  readonly cell: (offset: number, column: number) => string
}

/** Reads tab-separated text. Throws ImportRefused without a header, or for an unclosed quote. */
export function readTabSeparated(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), '\t')
}

/** Reads a table; the separator is the most frequent of tab, comma and semicolon in the first line. */
export function readDelimited(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), null)
}

export async function tableOf(file: string, blocks: TextBlocks, delimiter: string | null): Promise<DelimitedTable> {
  let header: readonly string[] | null = null
  let store: CellStore = createCellStore(0)
  const rows: TableRow[] = []
  let notAvailable = 0
  const bad: BadRow[] = []
  await readRecords(file, blocks, delimiter, (line, cells) => {
    if (header === null) {
      header = headerOf(file, line, cells)
      store = createCellStore(header.length)
      return
    }
    const row = { line, offset: store.add(cells) }
    for (const cell of cells) if (cell === NOT_AVAILABLE) notAvailable++
    const fault = rowFault(cells, header.length)
    if (fault === null) rows.push(row)
    else bad.push({ ...row, problem: problemAt(file, line, fault) })
  })
  if (header === null) throw new ImportRefused([problemAt(file, 1, 'The file is empty.')])
  return { file, header, rows, bad, notAvailable, cell: store.cell }
}

function headerOf(file: string, line: number, cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim())
  const fault = headerFault(names)
  if (fault !== null) throw new ImportRefused([problemAt(file, line, fault)])
  return names
}

function headerFault(names: readonly string[]): string | null {
  const tooMany = columnsFault(names.length)
  if (tooMany !== null) return tooMany
  const long = names.findIndex((name) => Buffer.byteLength(name) > IMPORT_NAME_BYTES_MAX)
  if (long !== -1) return `The name of column ${long + 1} is longer than ${IMPORT_NAME_BYTES_MAX / 1024} kB.`
  const known = new Set<string>()
  for (const name of names) {
    if (known.has(name)) return `The column "${name}" stands twice in the header.`
    known.add(name)
  }
  return names.some(holdsNul) ? `The header ${NUL_INSIDE}.` : null
}

/** The reason to refuse a table with so many columns, or null. */
export function columnsFault(columns: number): string | null {
  if (columns <= IMPORT_COLUMNS_MAX) return null
  return `The table has ${countOf(columns, 'column')}; at most ${formatCount(IMPORT_COLUMNS_MAX)} can be taken.`
}

const NUL_INSIDE = 'holds a NUL character, which no text has'

function holdsNul(cell: string): boolean {
  return cell.includes('\0')
}

function rowFault(cells: readonly string[], expected: number): string | null {
  const found = cells.length
  if (found !== expected) return `The row has ${found} ${found === 1 ? 'cell' : 'cells'}, the header ${expected}.`
  return cells.some(holdsNul) ? `The row ${NUL_INSIDE}.` : null
}

/** Stores cells outside the JavaScript heap as UTF-8. */
interface CellStore {
  /** Adds a row; returns its offset. */
  readonly add: (cells: readonly string[]) => number
  readonly cell: (row: number, column: number) => string
}

/** The texts of one column for a batch of rows, concatenated, and their end offsets. */
interface Packed {
  readonly bytes: Buffer
  readonly encoding: 'latin1' | 'utf16le'
  readonly ends: Uint32Array
}

const ROWS_A_BLOCK = 2048

const BYTES_A_UNIT = { latin1: 1, utf16le: 2 }

/** Stores rows of a fixed number of cells: short rows are padded with blanks, long rows are cut. */
function createCellStore(columns: number): CellStore {
  const blocks: Packed[][] = []
  let latest: string[][] = []
  return {
    add: (cells) => {
      if (latest.length === ROWS_A_BLOCK) {
        blocks.push(Array.from({ length: columns }, (_, column) => packed(latest.map((row) => row[column] ?? ''))))
        latest = []
      }
      latest.push(cells.slice(0, columns))
      return blocks.length * ROWS_A_BLOCK + latest.length - 1
    },
    cell: (row, column) => {
      const block = blocks[Math.floor(row / ROWS_A_BLOCK)]
      const place = row % ROWS_A_BLOCK
      if (!block) return latest[place]?.[column] ?? ''
      const found = block[column]
      return found ? textAt(found, place) : ''
    },
  }
}

function packed(texts: readonly string[]): Packed {
  const text = texts.join('')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, { length }] of texts.entries()) {
    end += length
    ends[place] = end
  }
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le'
  return { bytes: Buffer.from(text, encoding), encoding, ends }
}

function textAt({ bytes, encoding, ends }: Packed, place: number): string {
  const start = place === 0 ? 0 : (ends[place - 1] ?? 0)
  const end = ends[place] ?? start
  const unit = BYTES_A_UNIT[encoding]
  return start === end ? '' : bytes.toString(encoding, start * unit, end * unit)
}
