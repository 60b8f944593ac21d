import type { Dialect } from '#server/platform/db/dialect.ts'
import { csvCellsInDuckDb } from '#server/platform/db/duckdb/csv-cells.ts'
import { ORIGIN_NO } from '#server/platform/db/origin-no.ts'

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
  setOfNumbers: (number, size) => `bitstring_agg(${number}, 0, ${size})`,
  numbersOf: placesOfBits,
}

/** Of a byte, as `Math.clz32` counts them. */
const LEADING_ZEROS = 24

/** The bytes of a BIT, or NULL of none: how many bits of padding there are, then these and the bits, the highest first. */
function placesOfBits(bytes: unknown): Uint32Array {
  if (!(bytes instanceof Uint8Array)) return new Uint32Array()
  const padding = bytes[0] ?? 0
  const byteAt = (at: number) => (at === 1 ? (bytes[at] ?? 0) & (0xff >>> padding) : (bytes[at] ?? 0))
  let count = 0
  for (let at = 1; at < bytes.length; at++) for (let byte = byteAt(at); byte !== 0; byte &= byte - 1) count++
  const places = new Uint32Array(count)
  let found = 0
  for (let at = 1; at < bytes.length; at++) {
    for (let byte = byteAt(at); byte !== 0;) {
      const bit = Math.clz32(byte) - LEADING_ZEROS
      places[found++] = (at - 1) * 8 + bit - padding
      byte &= ~(0x80 >>> bit)
    }
  }
  return places
}
