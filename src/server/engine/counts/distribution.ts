import * as v from 'valibot'
import type { DistributionOfCohort } from '#contract/shapes/shapes-of-extensions.ts'
import type { Reader } from '#domain/access.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { isNumber, isPersonal } from '#domain/data-types.ts'
import { eachCode, isReadable, namedValue } from '#server/engine/conditions/shown-value.ts'
import {
  binOf,
  commonParts,
  edgeOf,
  evenBins,
  partsOfOne,
  sharedDivisor,
  type Bins,
} from '#server/engine/counts/bins.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import { countsReadableOnly } from '#server/model/user.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

/** Maximum number of categories of an uncoded variable; the rarest are omitted. */
const CATEGORIES_SHOWN = 100

/** An answer, or the index of a bin, with its count. */
export type Category = [value: string | null, count: number | null]

export interface Spread {
  readonly categories: readonly Category[]
  readonly missing: number
  readonly noRecord: number
}

export interface DistributionQuery {
  readonly reader: Reader
  readonly variable: AnyVariable
  readonly cohortIds: readonly number[]
  readonly bins: number
}

/** The distribution of a variable in each cohort; bins of numbers are the same for all cohorts. */
export async function readDistribution(
  connection: Connection,
  read: ReadAnswers,
  query: DistributionQuery,
): Promise<DistributionOfCohort[]> {
  const part = usesReadableOnly(query) ? ({ part: 'readable' } as const) : {}
  const bins = isNumber(query.variable.dataType) ? await readBins(connection, read, query, part) : null
  const data: DistributionOfCohort[] = []
  for (const cohortId of query.cohortIds) {
    const { categories, missing, noRecord } = await readSpread(connection, read, query, { cohortId, ...part }, bins)
    const shown = shownSpread(query.variable, categories, bins)
    data.push({
      cohortid: cohortId,
      ...shown,
      missing,
      no_record: noRecord,
      left_out: usesReadableOnly(query)
        ? await unreadCollections(connection, read, { cohortId, reader: query.reader })
        : await uncountedCollections(connection, query.reader),
    })
  }
  return data
}

/** A score of individuals whose records the reader may not read is not computed. */
function usesReadableOnly({ variable, reader }: DistributionQuery): boolean {
  return variable.variableType === SCORE && !reader.isAdmin
}

const Collection = v.object({ collection: v.string() })

/**
 * Collections of a cohort's members whose records the reader may not read; of the database, where none of their
 * individuals is counted.
 */
export async function unreadCollections(
  connection: Connection,
  read: ReadAnswers,
  population: Pick<Population, 'cohortId' | 'reader'>,
): Promise<string[]> {
  if (population.reader.isAdmin) return []
  if (countsReadableOnly(population.reader)) return uncountedCollections(connection, population.reader)
  const rows = await read(connection, { ...population, part: 'unreadable' }, Collection, (answers) => {
    return sql`${answers.tables} SELECT DISTINCT collection FROM person ORDER BY collection`
  })
  return rows.map(({ collection }) => collection)
}

/** Collections of which no individual is counted (UNREADABLE_COUNTS=none). */
export async function uncountedCollections(connection: Connection, reader: Reader): Promise<string[]> {
  if (!countsReadableOnly(reader)) return []
  const isUnread = sql`NOT (${isReadable(reader)})`
  const statement = sql`SELECT DISTINCT collection FROM individual WHERE ${isUnread} ORDER BY collection`
  return (await rowsOf(connection, Collection, statement)).map(({ collection }) => collection)
}

const Extremes = v.object({
  low: v.nullable(v.number()),
  high: v.nullable(v.number()),
  parts: v.nullable(v.number()),
})

/** Bins over the answers of several cohorts. */
export async function readBins(
  connection: Connection,
  read: ReadAnswers,
  { variable, cohortIds, reader, bins }: DistributionQuery,
  part: Pick<Population, 'part'> = {},
): Promise<Bins> {
  const lows: number[] = []
  const highs: number[] = []
  const allParts: (number | null)[] = []
  for (const cohortId of cohortIds) {
    const [row] = await read(connection, { cohortId, reader, ...part }, Extremes, (answers) => {
      const { value } = answers.answerTo(variable)
      const parts = partsOfOne(raw('value'), raw('divisor'))
      return sql`${answers.tables}, numbers AS (SELECT ${value} AS value FROM person),
        steps AS (SELECT value, ${sharedDivisor(raw('value'))} AS divisor FROM numbers)
        SELECT min(value) AS low, max(value) AS high, ${parts} AS parts FROM steps`
    })
    if (row && row.low !== null && row.high !== null) {
      lows.push(row.low)
      highs.push(row.high)
      allParts.push(row.parts)
    }
  }
  if (lows.length === 0) return evenBins(0, 0, bins, 1)
  return evenBins(Math.min(...lows), Math.max(...highs), bins, commonParts(allParts))
}

const Row = v.object({
  state: v.picklist(['answered', 'missing', 'no_record']),
  value: v.nullable(v.string()),
  count: v.number(),
})

/** Counts by answer, the most frequent first. */
export async function readSpread(
  connection: Connection,
  read: ReadAnswers,
  { variable, reader }: Pick<DistributionQuery, 'variable' | 'reader'>,
  population: Pick<Population, 'cohortId' | 'part'>,
  bins: Bins | null,
): Promise<Spread> {
  const rows = await read(connection, { ...population, reader }, Row, (answers) => {
    const answer = answers.answerTo(variable)
    const shown = bins ? binOf(answer, bins) : namedValue(answer, answer.value, reader)
    const codes = eachCode(answer.dataType, shown)
    return sql`${answers.tables}, spread AS (
        SELECT *, CASE WHEN ${answer.value} IS NOT NULL THEN 'answered' WHEN ${answer.hasRecord} THEN 'missing'
            ELSE 'no_record' END AS state,
          CAST(${codes} AS TEXT) AS shown
        FROM person
      )
      SELECT state, shown AS value, ${answers.individuals} AS count
      FROM spread GROUP BY state, shown ORDER BY state, count DESC, shown`
  })
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    categories: rows.filter(({ state }) => state === 'answered').map(({ value, count }): Category => [value, count]),
    missing: countOf('missing'),
    noRecord: countOf('no_record'),
  }
}

/** Counts in the response format: by bin, or by answer in descending order. */
export function shownSpread(
  { dataType }: Pick<AnyVariable, 'dataType'>,
  categories: readonly Category[],
  bins: Bins | null,
): Pick<DistributionOfCohort, 'bins' | 'categories'> {
  if (bins) return { bins: binsWith(bins, categories) }
  return { categories: isPersonal(dataType) ? categories.slice(0, CATEGORIES_SHOWN) : [...categories] }
}

function binsWith(bins: Bins, counted: readonly Category[]) {
  const byPlace = new Map(counted.map(([place, count]) => [Number(place), count]))
  return Array.from({ length: bins.count }, (_, place) => ({
    from: edgeOf(bins, place),
    to: edgeOf(bins, place + 1) - (bins.isWhole ? 1 : 0),
    count: byPlace.has(place) ? (byPlace.get(place) ?? null) : 0,
  }))
}
