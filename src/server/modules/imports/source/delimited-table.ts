import { IMPORT_COLUMNS_MAX, IMPORT_NAME_BYTES_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { createCellStore } from '#server/modules/imports/source/cell-store.ts'
import { readBlocks, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import {
  type CellSyntax,
  DELIMITED,
  readRecords,
  TABS_ALONE,
  TABS_OR_BLANKS,
  type Preamble,
  type TextBlocks,
} from '#server/modules/imports/source/read-records.ts'
import { undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'

/** R's missing value. */
export const NOT_AVAILABLE = 'NA'

export interface TableRow {
  /** First line of the row in the file, counted from 1. */
  readonly line: number
  readonly offset: number
}

/** A refused row, and the reason. */
export interface BadRow extends TableRow {
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
  /** Names of the visits whose columns stand side by side. */
  readonly visits?: readonly string[]
  /** Descriptions that the file itself gives, by column. */
  readonly descriptions?: ReadonlyMap<string, ColumnDescription>
  /** Notes about lines above the header, nameless columns and further rows of participants. */
  readonly remarks?: readonly Problem[]
  /** Number of cells with R's NA, by column. */
  readonly notAvailable: readonly number[]
  /** Number of cells with a text, by column of the file, without those that are hidden. */
  readonly filled: readonly number[]
  /** Number of cells with R's NA that were read as missing. */
  readonly hidden: number
  /** The table before the rule for repeated rows. */
  readonly before?: DelimitedTable
  /** The rows of that table that a row stands for; by default that of the same offset. */
  readonly rowsBehind?: (offset: number) => readonly number[]
  /** Rows and columns that the rule leaves out, with the reason. */
  readonly leftOutRows?: readonly { readonly why: string; readonly offsets: readonly number[] }[]
  readonly leftOutColumns?: readonly { readonly name: string; readonly why: string }[]
  /** How many filled cells an answer stands for; by default its own. */
  readonly cellsBehind?: (offset: number, column: number) => number
  readonly cell: (offset: number, column: number) => string
}

/** Reads a table of BIDS. Throws ImportRefused without a header. */
export function readBidsTable(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), TABS_ALONE)
}

/** Reads a table; the separator is the most frequent of tab, comma, semicolon and pipe in the header. */
export function readDelimited(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), DELIMITED)
}

/** Reads a table of phenotypes or covariates as PLINK 2 writes it. */
export function readPlinkTable(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  return tableOf(file, readBlocks(file, path, watch), TABS_OR_BLANKS)
}

export async function tableOf(file: string, blocks: TextBlocks, syntax: CellSyntax): Promise<DelimitedTable> {
  const builders: TableBuilder[] = []
  const remarks: Problem[] = []
  let questions: ReadonlyMap<string, string> = new Map()
  let comments: Preamble['comments'] = []
  const onRecord = (line: number, cells: readonly string[]) => {
    const [builder] = builders
    if (!builder) {
      if (isNdaTitle(cells)) {
        remarks.push(
          problemAt(file, line, `The first line names the structure "${cells[0] ?? ''}"; the second is the header.`),
        )
        return
      }
      const begun = createTableBuilder(file, line, cells)
      questions = questionsOf(begun.header, comments)
      builders.push(begun)
      return
    }
    if (builder.isEmpty() && isNdaDescription(builder.header, cells)) {
      questions = new Map(builder.header.map((name, place) => [name, cells[place]?.trim() ?? '']))
      remarks.push(
        problemAt(file, line, 'The row below the header describes the columns; it was read as their questions.'),
      )
      return
    }
    builder.add(line, cells)
  }
  const onPreamble = (preamble: Preamble) => {
    comments = preamble.comments
    if (comments.length === 0) return
    const words = `${countOf(comments.length, 'line')} above the header ${comments.length === 1 ? 'begins' : 'begin'} with # and ${comments.length === 1 ? 'is no row' : 'are no rows'}.`
    remarks.push(problemAt(file, 1, words))
  }
  await readRecords(file, blocks, syntax, { onRecord, onPreamble })
  const [builder] = builders
  if (!builder) throw new ImportRefused([problemAt(file, 1, 'The file is empty.')])
  const table = builder.table()
  const described = [...questions].filter(([, question]) => question !== '')
  const descriptions = new Map(described.map(([name, question]) => [name, { ...undescribed(name), question }]))
  return { ...table, descriptions, remarks: [...remarks, ...(table.remarks ?? [])] }
}

/** Collects the rows of a table below its header. */
export interface TableBuilder {
  readonly header: readonly string[]
  readonly isEmpty: () => boolean
  /** A row with a fault is refused. */
  readonly add: (line: number, cells: readonly string[], fault?: string | null) => void
  readonly table: () => DelimitedTable
}

/** Throws ImportRefused for a header that no table can have. */
export function createTableBuilder(file: string, headerLine: number, names: readonly string[]): TableBuilder {
  const header = headerOf(file, headerLine, names)
  const store = createCellStore(header.length)
  const rows: TableRow[] = []
  const bad: BadRow[] = []
  const filled = header.map(() => 0)
  const notAvailable = header.map(() => 0)
  return {
    header,
    isEmpty: () => rows.length + bad.length === 0,
    add: (line, cells, fault = rowFault(cells, header.length)) => {
      const row = { line, offset: store.add(cells) }
      if (fault === null) {
        rows.push(row)
        for (const [place, cell] of cells.entries()) {
          if (cell.trim() === '') continue
          const counts = cell === NOT_AVAILABLE ? notAvailable : filled
          counts[place] = (counts[place] ?? 0) + 1
        }
      } else bad.push({ ...row, problem: problemAt(file, line, fault) })
    },
    table: () => withNames({ file, header, rows, bad, notAvailable, filled, hidden: 0, cell: store.cell }),
  }
}

/** The first line of NDA's upload template: the name and version of the structure, as in `panss,01`. */
function isNdaTitle([name = '', version = '', ...others]: readonly string[]): boolean {
  return (
    name.trim() !== '' &&
    /^\d{1,2}$/.test(version.trim()) &&
    others.length > 0 &&
    others.every((cell) => cell.trim() === '')
  )
}

/** The second line of an NDA download describes each column; a GUID has no blank. */
function isNdaDescription(header: readonly string[], cells: readonly string[]): boolean {
  const place = header.indexOf('subjectkey')
  return place !== -1 && /\s/.test(cells[place]?.trim() ?? '')
}

const CBIOPORTAL_TYPES = /^#?(?:STRING|NUMBER|BOOLEAN)$/

/** cBioPortal has four comments above the header: names, descriptions, data types and priorities of the columns. */
function questionsOf(header: readonly string[], comments: Preamble['comments']): ReadonlyMap<string, string> {
  const [, descriptions = [], types = []] = comments
  if (comments.length !== 4 || !types.every((type) => CBIOPORTAL_TYPES.test(type.trim()))) return new Map()
  return new Map(header.map((name, place) => [name, descriptions[place]?.trim().replace(/^#/, '') ?? '']))
}

function headerOf(file: string, line: number, cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim())
  const fault = headerFault(names)
  if (fault !== null) throw new ImportRefused([problemAt(file, line, fault)])
  return names
}

/** Without nameless columns that are blank; others are named by their place. */
function withNames(table: DelimitedTable): DelimitedTable {
  const { file, header, rows } = table
  if (!header.includes('')) return table
  const isBlank = (place: number) => rows.every(({ offset }) => table.cell(offset, place).trim() === '')
  const kept = [...header.keys()].filter((place) => header[place] !== '' || !isBlank(place))
  const leftOut = header.length - kept.length
  const words = `${countOf(leftOut, 'column')} without a name and without an answer ${leftOut === 1 ? 'was' : 'were'} left out.`
  return {
    ...table,
    header: kept.map((place) => header[place] || `column ${place + 1}`),
    filled: kept.map((place) => table.filled[place] ?? 0),
    notAvailable: kept.map((place) => table.notAvailable[place] ?? 0),
    remarks: [...(table.remarks ?? []), ...(leftOut === 0 ? [] : [problemAt(file, 1, words)])],
    cell: (offset, column) => table.cell(offset, kept[column] ?? -1),
  }
}

function headerFault(names: readonly string[]): string | null {
  const tooMany = columnsFault(names.length)
  if (tooMany !== null) return tooMany
  const long = names.findIndex((name) => Buffer.byteLength(name) > IMPORT_NAME_BYTES_MAX)
  if (long !== -1) return `The name of column ${long + 1} is longer than ${IMPORT_NAME_BYTES_MAX / 1024} kB.`
  const known = new Set<string>()
  for (const name of names) {
    if (name !== '' && known.has(name)) return `The column "${name}" stands twice in the header: rename one of them.`
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
