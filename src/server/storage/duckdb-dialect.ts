import type { Dialect } from '#server/storage/dialect.ts'
import { csvCellsInDuckDb } from '#server/storage/duckdb-csv.ts'
import { ORIGIN_NO } from '#server/storage/origin-no.ts'

/** What DuckDB says in words of its own. */
export const DUCKDB: Dialect = {
  name: 'DuckDB',
  mostColumns: Infinity,
  hasStructs: true,
  writesParquet: true,
  // Columns are never merged, but for filters, which are moved down as far as they can be: not what is random.
  fence: '',
  costly: 'MATERIALIZED',
  pinned: (condition) => `(${condition} AND random() >= 0)`,
  settling: () => [],
  settlingPeople: [],
  originNo: ORIGIN_NO,
  joined: (separator, texts) => `concat_ws(${separator}, ${texts.join(', ')})`,
  csvCells: csvCellsInDuckDb,
  labelled: (codes, given, labels) =>
    `array_to_string(list_transform(string_to_array(${codes}, ';'), lambda code:
      coalesce(list_extract(${labels}, list_position(${given}, code)), code)), ';')`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern}, 'i')`,
  patternOf: (pattern) => pattern,
  histogram: (text, where) =>
    `CAST(map_entries(histogram(${text}) FILTER (WHERE ${where})) AS STRUCT(key VARCHAR, value INTEGER)[])`,
  setOfNumbers: (number, size) => `CAST(bitstring_agg(${number}, 0, ${size}) AS VARCHAR)`,
  numbersOf: placesOfOnes,
}

/** A text of ones and zeros, or NULL of none. */
function* placesOfOnes(bits: unknown): Generator<number> {
  if (typeof bits !== 'string') return
  for (let place = bits.indexOf('1'); place !== -1; place = bits.indexOf('1', place + 1)) yield place
}
