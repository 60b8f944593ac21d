import * as v from 'valibot'
import { BINS_SHOWN } from '#domain/limits.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Answer } from '#server/engine/sources/answers.ts'
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

/** The index of the bin that holds an answer. */
export function binOf({ value }: Answer, { from, width, count }: Bins): Sql {
  const place = sql`floor((${value} - CAST(${literal(String(from))} AS FLOAT8)) / CAST(${literal(String(width))} AS FLOAT8))`
  return sql`CAST(greatest(0, least(${literal(count - 1)}, ${place})) AS INTEGER)`
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
 * bin include the values beyond it. Null if there are too few answers.
 */
export async function readFixedBins(
  connection: Connection,
  { tableName, columnName }: CatalogVariable,
  minimumCell: number,
): Promise<Bins | null> {
  const at = BEYOND * minimumCell
  const column = identifier(columnName)
  const nth = (direction: 'ASC' | 'DESC') =>
    sql`(SELECT value FROM given ORDER BY value ${raw(direction)} LIMIT 1 OFFSET ${literal(at)})`
  const [row] = await rowsOf(
    connection,
    Extremes,
    sql`WITH given AS (SELECT ${column} AS value FROM ${identifier(tableName)} WHERE ${column} IS NOT NULL)
     SELECT ${nth('ASC')} AS low, ${nth('DESC')} AS high,
       CAST((SELECT count(*) FROM given WHERE value <> floor(value)) AS INTEGER) AS broken
     WHERE (SELECT count(*) FROM given) >= ${literal(LEAST_ANSWERS * minimumCell)}`,
  )
  return row && row.low !== null && row.high !== null ? roundBins(row.low, row.high, row.broken < at ? 1 : 0) : null
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
