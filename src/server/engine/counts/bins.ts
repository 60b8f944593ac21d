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

/** Bins from the smallest to the largest answer; those of whole numbers hold equally many of them. */
export function evenBins(low: number, high: number, most: number, isWhole: boolean): Bins {
  if (isWhole) {
    const width = Math.ceil((high - low + 1) / most)
    return { from: low, width, count: Math.ceil((high - low + 1) / width), isWhole }
  }
  return low === high
    ? { from: low, width: 1, count: 1, isWhole }
    : { from: low, width: (high - low) / most, count: most, isWhole }
}

/** Rounds up to 1, 2 or 5 times a power of ten; 1 for a width of 0. */
function roundUp(width: number): number {
  if (width <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(width))
  return ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10) * power
}
