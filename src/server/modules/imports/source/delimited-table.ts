import { createCellStore, type CellStore } from '#server/modules/imports/source/cell-store.ts'
import { IMPORT_COLUMNS_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { readBlocks, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { readRecords, type TextBlocks } from '#server/modules/imports/source/read-records.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

/** What R writes for a missing answer. */
export const NOT_AVAILABLE = 'NA'

export interface TableRow {
  /** The line of the file on which the row starts, counted from 1. */
  readonly line: number
  /** Where `cell` finds it. */
  readonly at: number
}

/** A row that cannot be taken, and why. */
interface BadRow extends TableRow {
  readonly problem: Problem
}

/** A table as its file has it: every row has as many cells as the header, and text in them; the others are in `bad`. */
export interface DelimitedTable {
  readonly file: string
  readonly header: readonly string[]
  /** The names under which a dictionary knows the columns, where those are others. */
  readonly described?: readonly string[]
  readonly rows: readonly TableRow[]
  readonly bad: readonly BadRow[]
  /** What became of a person's further rows. */
  readonly remarks?: readonly Problem[]
  /** How many cells hold R's NA. */
  readonly notAvailable: number
  readonly cell: (at: number, column: number) => string
}

/** Reads tab-separated text. Throws ImportRefused where there is no header, or a quote that is never closed. */
export function readTabSeparated(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), '\t')
}

/** Reads a table whose cells are parted by what its first line has most of: tabs, commas or semicolons. */
export function readDelimited(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), null)
}

/** The table that some blocks of text hold. */
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
    const row = { line, at: store.add(cells) }
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
  const known = new Set<string>()
  for (const name of names) {
    if (known.has(name)) return `The column "${name}" stands twice in the header.`
    known.add(name)
  }
  return names.some(holdsNul) ? `The header ${NUL_INSIDE}.` : null
}

/** Why a table of so many columns cannot be taken, or null. */
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
