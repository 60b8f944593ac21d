import { type Dialect, STRATUM_COLUMNS } from '#server/platform/db/dialect.ts'
import { join, literal, sql, type Sql } from '#server/platform/db/sql.ts'
import { hmacPads } from '#server/platform/security/hmac-pads.ts'

/** Numbered as `STRATUM_NO` does, which would sort all individuals. */
const STRATA = `SELECT CAST(row_number() OVER (ORDER BY ${STRATUM_COLUMNS.join(', ')}) AS INTEGER) AS origin_no, *
  FROM (SELECT DISTINCT ${STRATUM_COLUMNS.join(', ')} FROM individual) distinct_strata`

export const DUCKDB: Dialect = {
  hasRe2: true,
  sumsFamilies: true,
  sharesTables: true,
  mostColumns: Infinity,
  hasStructs: true,
  writesParquet: true,
  // Needs no fence: DuckDB never inlines columns, except into pushed-down filters.
  fence: '',
  costly: 'MATERIALIZED',
  pinned: (condition) => sql`(${condition} AND random() >= 0)`,
  placing: () => [],
  settling: () => [],
  settlingIndividuals: [],
  strata: STRATA,
  individualsWithStratum: `(SELECT i.*, s.origin_no FROM individual i JOIN (${STRATA}) s ON ${STRATUM_COLUMNS.map(
    (column) => `i.${column} IS NOT DISTINCT FROM s.${column}`,
  ).join(' AND ')})`,
  // A window over numbers: a join with the distinct families, or a rank of their texts, takes more time and memory.
  familyKey: 'CASE WHEN i.family_id IS NULL THEN 0 ELSE min(i.individual_no) OVER (PARTITION BY i.family_id) END',
  joined: (separator, texts) => sql`concat_ws(${separator}, ${join(texts)})`,
  copiesCsv: false,
  csvCells: csvCellsInDuckDb,
  labelled: (codes, labelledCodes, labels) =>
    sql`array_to_string(list_transform(string_to_array(${codes}, ';'), lambda code:
      coalesce(list_extract(${labels}, list_position(${labelledCodes}, code)), code)), ';')`,
  hmac: (key, text) => {
    const { inner, outer } = hmacPads(key)
    return sql`sha256(unhex(${outer}) || unhex(sha256(unhex(${inner}) || encode(${text}))))`
  },
  matches: (text, pattern) => sql`regexp_matches(${text}, ${constantText(pattern)}, 'i')`,
  patternOf: (pattern) => pattern,
  histogram: (text, where) =>
    sql`CAST(map_entries(histogram(${text}) FILTER (WHERE ${where})) AS STRUCT(key VARCHAR, value INTEGER)[])`,
  setOfNumbers: (number, size) => sql`bitstring_agg(${number}, 0, ${literal(size)})`,
  numbersOf: placesOfBits,
}

/** A text inlined as a constant of hexadecimal digits: DuckDB may compile a bound pattern for each row. */
function constantText(text: string): Sql {
  return sql`decode(unhex(${literal(Buffer.from(text).toString('hex'))}))`
}

/** `Math.clz32` of a byte has 24 leading zeros more. */
const LEADING_ZEROS = 24

/** Decodes a BIT: the number of padding bits, then padding and bits, highest first; NULL is empty. */
function placesOfBits(bits: unknown): Uint32Array {
  if (bits === null || bits === undefined) return new Uint32Array()
  // Not by its class, which differs in another realm, such as that of a test with a DOM.
  if (!ArrayBuffer.isView(bits)) throw new Error('A set of numbers is made of bytes.')
  const bytes = new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength)
  const padding = bytes[0] ?? 0
  const byteAt = (index: number) => (index === 1 ? (bytes[index] ?? 0) & (0xff >>> padding) : (bytes[index] ?? 0))
  let count = 0
  for (let index = 1; index < bytes.length; index++)
    for (let byte = byteAt(index); byte !== 0; byte &= byte - 1) count++
  const places = new Uint32Array(count)
  let found = 0
  for (let index = 1; index < bytes.length; index++) {
    for (let byte = byteAt(index); byte !== 0;) {
      const bit = Math.clz32(byte) - LEADING_ZEROS
      places[found++] = (index - 1) * 8 + bit - padding
      byte &= ~(0x80 >>> bit)
    }
  }
  return places
}

/** Tests CSV cells together, and each alone only if one needs quotes. */
function csvCellsInDuckDb(texts: readonly Sql[], nameText: (expression: Sql) => Sql): Sql {
  const [first = sql`''`, ...others] = texts
  if (others.length === 0) return quotedWhereNeeded(nameText(first))
  const text = nameText(sql`concat_ws(',', ${join(texts.map((cell) => sql`coalesce(${cell}, '')`))})`)
  const commas = sql`strlen(${text}) - strlen(replace(${text}, ',', ''))`
  const isPlain = sql`NOT (${containsAny(text, [QUOTE, CR, LF])}) AND ${commas} = ${literal(others.length)}`
  const each = sql`list_transform(ARRAY[${join(texts)}], lambda listed: ${quotedWhereNeeded(sql`listed`)})`
  return sql`CASE WHEN ${isPlain} THEN ${text} ELSE array_to_string(${each}, ',') END`
}

const QUOTE = literal('"')
const COMMA = literal(',')
const CR = sql`chr(13)`
const LF = sql`chr(10)`

function quotedWhereNeeded(text: Sql): Sql {
  return sql`CASE WHEN ${text} IS NULL THEN '' WHEN ${containsAny(text, [QUOTE, COMMA, CR, LF])}
    THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`
}

/** Plain searches take half the time of one regular expression. */
function containsAny(text: Sql, characters: readonly Sql[]): Sql {
  return join(
    characters.map((character) => sql`contains(${text}, ${character})`),
    ' OR ',
  )
}
