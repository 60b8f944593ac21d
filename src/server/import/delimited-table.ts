import { CsvError, parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { ImportRefused, problemAt, type Problem } from '#server/import/problem.ts'

interface TableRow {
  /** The line of the file on which the row starts, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
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
}

const Records = v.array(v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) }))

/** Reads tab-separated text. Throws ImportRefused where there is no header, or a quote that is never closed. */
export function parseTabSeparated(file: string, text: string): DelimitedTable {
  return parseDelimited(file, text, '\t')
}

const DELIMITERS = ['\t', ',', ';']

/** Reads a table whose cells are parted by what its first line has most of: tabs, commas or semicolons. */
export function parseTable(file: string, text: string): DelimitedTable {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length)
  return parseDelimited(file, text, DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',')
}

function parseDelimited(file: string, text: string, delimiter: string): DelimitedTable {
  const [head, ...records] = readRecords(file, text, delimiter)
  if (!head) throw new ImportRefused([problemAt(file, 1, 'The file is empty.')])
  const header = head.cells.map((cell) => cell.trim())
  const repeated = header.find((name, index) => header.indexOf(name) !== index)
  if (repeated !== undefined) {
    throw new ImportRefused([problemAt(file, head.line, `The column "${repeated}" stands twice in the header.`)])
  }
  if (head.cells.some(holdsNul)) throw new ImportRefused([problemAt(file, head.line, `The header ${NUL_INSIDE}.`)])
  const rows: TableRow[] = []
  const bad: BadRow[] = []
  for (const row of records) {
    const fault = rowFault(row, header.length)
    if (fault === null) rows.push(row)
    else bad.push({ ...row, problem: problemAt(file, row.line, fault) })
  }
  return { file, header, rows, bad }
}

const NUL_INSIDE = 'holds a NUL character, which no text has'

function holdsNul(cell: string): boolean {
  return cell.includes('\0')
}

function rowFault({ cells }: TableRow, expected: number): string | null {
  const found = cells.length
  if (found !== expected) return `The row has ${found} ${found === 1 ? 'cell' : 'cells'}, the header ${expected}.`
  return cells.some(holdsNul) ? `The row ${NUL_INSIDE}.` : null
}

function readRecords(file: string, text: string, delimiter: string): TableRow[] {
  try {
    const records: unknown = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return v.parse(Records, records).map(({ info, record }) => ({
      // The parser counts up to a record's last line; quoted cells may span several.
      line: info.lines - lineBreaks(record),
      cells: record,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = v.safeParse(v.number(), error['lines'])
    throw new ImportRefused([problemAt(file, line.success ? line.output : null, csvMessage(error))])
  }
}

function csvMessage(error: CsvError): string {
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'A quote that opens here is never closed.' : error.message
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}
