import { once } from 'node:events'
import { CsvError, parse, type Parser } from 'csv-parse'
import * as v from 'valibot'
import { IMPORT_ROW_BYTES_MAX } from '#domain/limits.ts'
import { megabytes } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'

export type TextBlocks = AsyncIterable<Buffer> | Iterable<Buffer>
type OnRecord = (line: number, cells: readonly string[]) => void

const DELIMITERS = ['\t', ',', ';']

/** Passes each record of delimited text to the callback, with its first line. Throws ImportRefused for invalid text. */
export async function readRecords(
  file: string,
  blocks: TextBlocks,
  delimiter: string | null,
  onRecord: OnRecord,
): Promise<void> {
  let parser: Parser | null = null
  // An exception thrown in the parser's callback would be uncaught.
  let failure: unknown = null
  const hand: OnRecord = (line, cells) => {
    if (failure !== null) return
    try {
      onRecord(line, cells)
    } catch (error) {
      failure = error
    }
  }
  try {
    for await (const block of blocks) {
      parser ??= parserFor(delimiter ?? mostOf(block), hand)
      if (!parser.write(block)) await once(parser, 'drain')
      if (parser.errored) throw parser.errored
      if (failure !== null) throw failure
    }
    if (parser === null) return
    const ended = once(parser, 'end')
    parser.end()
    await ended
    if (failure !== null) throw failure
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : null
    throw new ImportRefused([problemAt(file, line, csvMessage(error))])
  } finally {
    parser?.destroy()
  }
}

const Output = v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) })

function parserFor(delimiter: string, onRecord: OnRecord): Parser {
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    max_record_size: IMPORT_ROW_BYTES_MAX,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  parser.on('data', (output: v.InferInput<typeof Output>) => {
    const { info, record } = output
    // The parser counts up to a record's last line; quoted cells may span several.
    onRecord(info.lines - lineBreaks(record), record)
  })
  // The error is thrown where the parser is awaited.
  parser.on('error', () => undefined)
  return parser
}

function mostOf(block: Buffer): string {
  const [head = ''] = block.toString('utf8').split(/\r\n|\n|\r/, 1)
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function csvMessage(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote that opens here is never closed.'
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error.message
  return `The row that ends here is longer than ${megabytes(IMPORT_ROW_BYTES_MAX)}; a quote in it may never be closed.`
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0), 0)
}
