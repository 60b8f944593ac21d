import * as v from 'valibot'
import { BINS_SHOWN } from '#domain/limits.ts'
import type { Answer } from '#server/engine/sources/answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { identifier, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Equal bins of a number. The first and the last include values beyond the range. */
export interface Bins {
  readonly from: number
  readonly width: number
  readonly count: number
  /** Whether all answers are whole numbers: a bin then ends at its last number, not at the start of the next. */
  readonly isWhole: boolean
}

/** Digits of an edge beyond the first one of the width. */
const EDGE_DIGITS = 3

/** The start of a bin, and the end of the one before. Edges have few digits: 14.65, not 14.649999999999999. */
export function edgeOf({ from, width, isWhole }: Bins, place: number): number {
  const edge = from + place * width
  const digits = Math.min(100, Math.max(0, EDGE_DIGITS - Math.floor(Math.log10(width))))
  return isWhole ? edge : Number(edge.toFixed(digits))
}

/**
 * The index of the bin that holds an answer; NULL for a missing one. Answers are compared with the edges of the
 * response: a division rounds answers at an edge to either side, but a rule on these edges must match the same
 * individuals.
 */
export function binOf({ value }: Answer, bins: Bins): Sql {
  const between = (first: number, last: number): Sql => {
    if (first === last) return literal(first)
    const middle = Math.ceil((first + last) / 2)
    const edge = sql`CAST(${literal(String(edgeOf(bins, middle)))} AS FLOAT8)`
    return sql`CASE WHEN ${value} < ${edge} THEN ${between(first, middle - 1)} ELSE ${between(middle, last)} END`
  }
  return sql`CASE WHEN ${value} IS NOT NULL THEN ${between(0, bins.count - 1)} END`
}

/**
 * As multiples of the minimum: the fewest answers for which bins are made, and the answers beyond the range at either
 * end.
 */
const LEAST_ANSWERS = 8
const BEYOND = 2

const Extremes = v.object({ low: v.nullable(v.number()), high: v.nullable(v.number()), broken: v.number() })

/**
 * Bins that depend neither on a few individuals nor on the query, for disclosure control. The range leaves twice the
 * minimum of individuals beyond either end, and its edges are at 1, 2 or 5 times a power of ten. The first and the last
 * bin include the values beyond it. Null if there are too few answers. `records`: the rows with a value, the present
 * ones by default.
 */
export async function readFixedBins(
  connection: Connection,
  { tableName, columnName }: CatalogVariable,
  minimumCell: number,
  records: Sql = sql`(SELECT ${identifier(columnName)} AS value FROM ${identifier(tableName)})`,
): Promise<Bins | null> {
  const offset = BEYOND * minimumCell
  const nth = (direction: 'ASC' | 'DESC') =>
    sql`(SELECT value FROM given ORDER BY value ${raw(direction)} LIMIT 1 OFFSET ${literal(offset)})`
  const [row] = await rowsOf(
    connection,
    Extremes,
    sql`WITH given AS (SELECT value FROM ${records} records WHERE value IS NOT NULL)
     SELECT ${nth('ASC')} AS low, ${nth('DESC')} AS high,
       CAST((SELECT count(*) FROM given WHERE value <> floor(value)) AS INTEGER) AS broken
     WHERE (SELECT count(*) FROM given) >= ${literal(LEAST_ANSWERS * minimumCell)}`,
  )
  return row && row.low !== null && row.high !== null ? roundBins(row.low, row.high, row.broken < offset ? 1 : 0) : null
}

/**
 * Bins over a range, widened to round edges. `leastWidth` is 1 for whole numbers, because narrower bins could be empty.
 */
export function roundBins(low: number, high: number, leastWidth = 0): Bins {
  const width = Math.max(leastWidth, roundUp((high - low) / BINS_SHOWN))
  const first = Math.floor(low / width)
  return { from: first * width, width, count: Math.max(1, Math.floor(high / width) - first + 1), isWhole: false }
}

/** The most decimals of answers whose step is found, and the numbers whose millionths are exact. */
const DECIMALS_MAX = 6
const MICRO = 10 ** DECIMALS_MAX
const MICRO_EXACT_BELOW = 1e9

/**
 * The greatest common divisor of a million and the millionths of a value; NULL for more than 6 decimals. `value` is the
 * name of a column, because it is repeated.
 */
export function sharedDivisor(value: Sql): Sql {
  const [micro, million] = [sql`round(${value} * ${literal(MICRO)})`, literal(MICRO)]
  // CASE, because PostgreSQL refuses products that overflow. The quotient is the double that the decimal is read as.
  return sql`CASE WHEN abs(${value}) < ${literal(MICRO_EXACT_BELOW)} THEN
    CASE WHEN ${micro} / ${million} = ${value} THEN gcd(CAST(${micro} AS BIGINT), CAST(${million} AS BIGINT)) END END`
}

/**
 * The smallest whole number n of which all values are multiples of 1/n: 1 for whole numbers, 10 for steps of 0.1, 4 for
 * quarters. NULL if a value has more than 6 decimals. `divisor`: the column of `sharedDivisor`.
 */
export function partsOfOne(value: Sql, divisor: Sql): Sql {
  // A divisor is a power of 2 times a power of 5. Its lowest bit is the power of 2.
  const twos = sql`(${divisor} & (-${divisor}))`
  const fives = sql`CAST(${divisor} AS FLOAT8) / ${twos}`
  return sql`CAST(CASE WHEN bool_and(${value} = floor(${value})) THEN 1
    WHEN count(${divisor}) = count(${value}) THEN ${literal(MICRO)} / (min(${twos}) * min(${fives})) END AS INTEGER)`
}

/** The same of several populations; null if one of them has no step. */
export function commonParts(parts: readonly (number | null)[]): number | null {
  const factorOf = (prime: number) =>
    Math.max(
      ...parts.map((each) => {
        let factor = 1
        while (((each ?? 1) / factor) % prime === 0) factor *= prime
        return factor
      }),
    )
  return parts.includes(null) ? null : factorOf(2) * factorOf(5)
}

/**
 * At most `most` bins that hold the smallest and the largest answer. Those of whole numbers start at the smallest and
 * hold equally many numbers. Others have a round width and edges at its multiples; the width is a multiple of the step
 * of the answers, so that each bin holds equally many possible answers. `parts`: see `partsOfOne`.
 */
export function evenBins(low: number, high: number, most: number, parts: number | null): Bins {
  if (parts === 1) {
    const width = Math.ceil((high - low + 1) / most)
    return { from: low, width, count: Math.ceil((high - low + 1) / width), isWhole: true }
  }
  const largest = Math.max(Math.abs(low), Math.abs(high))
  const step = parts === null ? (low === high ? 1 : 0) : 1 / parts
  const least = Math.max(step, high / most - low / most, largest * EDGE_PRECISION)
  // A single bin with numbers on both sides of 0 has no edge there.
  if (most === 1 && low < 0 && high >= 0) {
    const half = firstWidth(Math.max(step, largest), parts, (width) => width > largest)
    return { from: -half, width: 2 * half, count: 1, isWhole: false }
  }
  const countOf = (width: number) => placeOf(high, width) - placeOf(low, width) + 1
  const width = firstWidth(least, parts, (each) => countOf(each) <= most)
  return { from: placeOf(low, width) * width, width, count: countOf(width), isWhole: false }
}

/** Of the largest answer: edges that are closer could be the same double. */
const EDGE_PRECISION = 16 * Number.EPSILON

/** The multiple of the width that a value is at or above. The quotient alone may be off by one at an edge. */
function placeOf(value: number, width: number): number {
  const place = Math.floor(value / width)
  const edge = (nth: number) => edgeOf({ from: 0, width, count: 0, isWhole: false }, nth)
  if (value < edge(place)) return place - 1
  return value >= edge(place + 1) ? place + 1 : place
}

const ROUND_FACTORS = [1, 2, 2.5, 5]

/** The first width from `least` on that is 1, 2, 2.5 or 5 times a power of ten, and a multiple of the step. */
function firstWidth(least: number, parts: number | null, isWide: (width: number) => boolean): number {
  const isMultiple = (width: number) =>
    parts === null || Number.isInteger(Number((width * parts).toPrecision(DECIMALS_MAX + 6)))
  for (let power = Math.floor(Math.log10(least)); ; power++) {
    const width = ROUND_FACTORS.map((factor) => Number(`${factor}e${power}`)).find(
      (each) => each >= least && isMultiple(each) && isWide(each),
    )
    if (width !== undefined) return width
  }
}

/** Rounds up to 1, 2 or 5 times a power of ten; 1 for a width of 0. */
function roundUp(width: number): number {
  if (width <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(width))
  return ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10) * power
}
