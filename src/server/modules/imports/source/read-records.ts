import { once } from 'node:events'
import { CsvError, parse, type Parser } from 'csv-parse'
import * as v from 'valibot'
import { IMPORT_ROW_BYTES_MAX } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { megabytes } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

export type TextBlocks = AsyncIterable<Buffer> | Iterable<Buffer>

/** How the cells of a text are separated. */
export interface CellSyntax {
  /** The most frequent one of the header is taken. */
  readonly delimiters: readonly string[]
  /** Whether a cell may stand in double quotes (RFC 4180). */
  readonly hasQuotes: boolean
}

export const DELIMITED: CellSyntax = { delimiters: ['\t', ',', ';', '|'], hasQuotes: true }

/** BIDS: tabs, and a quote is a character as any other. */
export const TABS_ALONE: CellSyntax = { delimiters: ['\t'], hasQuotes: false }

/** PLINK's tables of phenotypes and covariates. */
export const TABS_OR_BLANKS: CellSyntax = { delimiters: ['\t', ' '], hasQuotes: false }

interface RecordReader {
  readonly onRecord: (line: number, cells: readonly string[]) => void
  /** Receives the lines before the header, if there are any. */
  readonly onPreamble?: (preamble: Preamble) => void
}

/** Lines above the header: Excel's `sep=;`, and comments that begin with #. */
export interface Preamble {
  readonly lines: number
  readonly comments: readonly (readonly string[])[]
}

/** The parser takes some milliseconds for them. */
const BYTES_AT_ONCE = 16 * 1024

const LINE_END = /\r\n|\n|\r/

/** Passes each record of delimited text to the callback, with its first line. Throws ImportRefused for invalid text. */
export async function readRecords(
  file: string,
  blocks: TextBlocks,
  syntax: CellSyntax,
  { onRecord, onPreamble }: RecordReader,
): Promise<void> {
  let parser: Parser | null = null
  // An exception thrown in the parser's callback would be uncaught.
  let failure: unknown = null
  let linesBefore = 0
  let lastLine = 0
  let columns: number | null = null
  const pause = createLongPause()
  try {
    for await (const block of blocks) {
      let text = block
      if (parser === null) {
        const start = startOf(block, syntax.delimiters)
        const { delimiter, preamble } = start
        text = block.subarray(start.offset)
        linesBefore = lastLine = preamble.lines
        if (preamble.lines > 0) onPreamble?.(preamble)
        parser = parserFor(delimiter, syntax.hasQuotes, (end, cells) => {
          if (failure !== null) return
          const line = linesBefore + end - lineBreaks(cells)
          lastLine = linesBefore + end
          columns ??= cells.length
          try {
            refuseSwallowedRows(file, line, { cells, columns, delimiter })
            onRecord(line, cells)
          } catch (error) {
            failure = error
          }
        })
      }
      for (let start = 0; start < text.length; start += BYTES_AT_ONCE) {
        if (!parser.write(text.subarray(start, start + BYTES_AT_ONCE))) await once(parser, 'drain')
        if (parser.errored) throw parser.errored
        if (failure !== null) throw failure
        await pause()
      }
    }
    if (parser === null) return
    const ended = once(parser, 'end')
    parser.end()
    await ended
    if (failure !== null) throw failure
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefused([problemAt(file, lastLine + 1, csvMessage(error))])
  } finally {
    parser?.destroy()
  }
}

const Output = v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) })

/** Calls back with the last line of each record. */
function parserFor(
  delimiter: string,
  hasQuotes: boolean,
  onRecord: (lastLine: number, cells: readonly string[]) => void,
): Parser {
  const parser = parse({
    delimiter,
    quote: hasQuotes ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    max_record_size: IMPORT_ROW_BYTES_MAX,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  parser.on('data', (output: v.InferInput<typeof Output>) => onRecord(output.info.lines, output.record))
  // The error is thrown where the parser is awaited.
  parser.on('error', () => undefined)
  return parser
}

interface TextStart {
  readonly delimiter: string
  readonly preamble: Preamble
  /** Where the header begins, in bytes. */
  readonly offset: number
}

const BYTE_ORDER_MARK = '\uFEFF'

/** The lines above the header, and the delimiter. The header is in the first block. */
function startOf(block: Buffer, delimiters: readonly string[]): TextStart {
  const text = block.toString('utf8')
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const lines = text.slice(mark.length).split(/(?<=\r\n|\n|\r(?!\n))/)
  const [, named] = /^sep=(.)\s*$/i.exec(lines[0] ?? '') ?? []
  const first = named === undefined ? 0 : 1
  const found = lines.findIndex((line, place) => place >= first && !/^(?:#|\s*$)/.test(line))
  const begin = found === -1 ? lines.length : found
  const delimiterOf = (line: string) => named ?? mostFrequent(line, delimiters)
  const above = lines.slice(first, begin).filter((line) => line.startsWith('#'))
  const cellsOf = (line: string) => line.replace(LINE_END, '').split(delimiterOf(lines[begin] ?? line))
  const isHeader = above.length === 1 && isHeaderOf(cellsOf(above[0] ?? ''), cellsOf(lines[begin] ?? ''))
  const header = isHeader ? lines.indexOf(above[0] ?? '') : begin
  const skipped = lines.slice(0, header)
  return {
    delimiter: delimiterOf(lines[begin] ?? lines[header] ?? ''),
    preamble: { lines: skipped.length, comments: isHeader ? [] : above.map(cellsOf) },
    offset: Buffer.byteLength(mark + skipped.join('')) + (isHeader ? 1 : 0),
  }
}

/** Whether the only line that begins with # names the columns, as PLINK's `#FID`: it has the cells of the row below. */
function isHeaderOf(cells: readonly string[], next: readonly string[]): boolean {
  return /^#[^\s#]/.test(cells[0] ?? '') && cells.length > 1 && cells.length === next.length
}

function mostFrequent(line: string, delimiters: readonly string[]): string {
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * A quote that opens by mistake takes the rows up to the next quote into one cell: refused where each line of the
 * record has the cells of a row.
 */
function refuseSwallowedRows(
  file: string,
  line: number,
  { cells, columns, delimiter }: { cells: readonly string[]; columns: number; delimiter: string },
): void {
  if (cells.length > columns || !cells.some((cell) => /[\r\n]/.test(cell))) return
  const lines = cells.join(delimiter).split(LINE_END)
  if (columns < 2 || lines.some((text) => text.split(delimiter).length !== columns)) return
  const words = `A quote opens here and closes ${countOf(lines.length - 1, 'line')} below, and each of these lines is a row: write "" for a quote in a text, or take out the line breaks of a quoted cell.`
  throw new ImportRefused([problemAt(file, line, words)])
}

function csvMessage(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return 'A quote that opens in this row is never closed: write "" for a quote in a text.'
  }
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error.message
  return `The row that begins here is longer than ${megabytes(IMPORT_ROW_BYTES_MAX)}; a quote in it may never be closed.`
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(LINE_END).length - 1 : 0), 0)
}
