import * as v from 'valibot'
import type { SummaryOfCohort } from '#contract/summaries.ts'
import { BINS_SHOWN } from '#domain/limits.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

type DateSummary = NonNullable<SummaryOfCohort['dates']>

/** Exact dates are shown by month if they extend over at most this number of months. */
const MONTHS_SHOWN = 24
const MONTHS_OF_YEAR = 12

const QUARTERS = [0, 0.25, 0.5, 0.75, 1]

const Month = v.object({ year: v.nullable(v.number()), month: v.nullable(v.number()), individuals: v.number() })
type MonthRow = v.InferOutput<typeof Month>
const Days = v.object({ quantiles: v.nullable(v.array(v.nullable(v.string()))) })

/**
 * The summary of readable dates in each cohort; bins are the same for all. `read` needs a row for each individual
 * (`CountAnswers.rows`).
 */
export async function summarizeDates(
  connection: Connection,
  read: ReadAnswers,
  variable: AnyVariable,
  { cohortIds, reader }: { readonly cohortIds: readonly number[]; readonly reader: Population['reader'] },
): Promise<DateSummary[]> {
  const isExact = variable.dataType === 'date'
  const counted: { readonly months: readonly MonthRow[]; readonly days: DateSummary['quantiles'] }[] = []
  for (const cohortId of cohortIds) {
    const readable = { cohortId, reader, part: 'readable' } as const
    counted.push({
      months: await readMonths(connection, read, variable, readable),
      days: isExact ? await quantilesOfDays(connection, read, variable, readable) : null,
    })
  }
  const all = counted.flatMap(({ months }) => months)
  const areMonthsShown = isExact && all.length > 0 && rangeOf(countBy(all, monthOf)) <= MONTHS_SHOWN
  const extent = countBy(all, areMonthsShown ? monthOf : yearOf)
  return counted.map(({ months, days }) => {
    const years = countBy(months, yearOf)
    return {
      n: months.reduce((sum, { individuals }) => sum + individuals, 0),
      quantiles: isExact ? days : quantilesOfYears(years),
      bins: areMonthsShown
        ? binsOf(countBy(months, monthOf), extent, 1, monthText)
        : binsOf(years, extent, widthOf(extent), yearText),
      without_year: months.reduce((sum, { year, individuals }) => sum + (year === null ? individuals : 0), 0),
    }
  })
}

function yearOf({ year }: MonthRow): number | null {
  return year
}

/** Months since year 0. */
function monthOf({ year, month }: MonthRow): number | null {
  return year === null || month === null ? null : year * MONTHS_OF_YEAR + month - 1
}

function readMonths(
  connection: Connection,
  read: ReadAnswers,
  variable: AnyVariable,
  readable: Population,
): Promise<MonthRow[]> {
  return read(connection, readable, Month, (answers) => {
    const { value, interval } = answers.answerTo(variable)
    const [first, last] = [interval?.first ?? sql`NULL`, interval?.last ?? sql`NULL`]
    const partOf = (part: 'year' | 'month') =>
      sql`CASE WHEN ${datePart(part, first)} = ${datePart(part, last)} THEN ${datePart(part, first)} END`
    return sql`${answers.tables}, months AS (
        SELECT ${partOf('year')} AS year, ${partOf('month')} AS month FROM person WHERE ${value} IS NOT NULL
      )
      SELECT year, month, CAST(count(*) AS INTEGER) AS individuals FROM months GROUP BY year, month ORDER BY year, month`
  })
}

function datePart(part: 'year' | 'month', date: Sql): Sql {
  return sql`CAST(extract(${raw(part)} FROM ${date}) AS INTEGER)`
}

type Count = readonly [position: number, individuals: number]

/** Ascending; rows without a place are left out. */
function countBy(rows: readonly MonthRow[], placeOf: (row: MonthRow) => number | null): Count[] {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const place = placeOf(row)
    if (place !== null) counts.set(place, (counts.get(place) ?? 0) + row.individuals)
  }
  return [...counts].toSorted(([one], [other]) => one - other)
}

function rangeOf(counts: readonly Count[]): number {
  const [first = [0, 0], last = first] = [counts[0], counts.at(-1)]
  return last[0] - first[0] + 1
}

/** Years of a bin: 1, 2, 5, 10 and so on. */
function widthOf(years: readonly Count[]): number {
  const least = rangeOf(years) / BINS_SHOWN
  let width = 1
  for (let step = 0; width < least; step++) width *= step % 3 === 1 ? 2.5 : 2
  return width
}

type DateBin = DateSummary['bins'][number]

/** Bins of equal width without gaps over an extent, from a multiple of the width on. */
function binsOf(
  counts: readonly Count[],
  extent: readonly Count[],
  width: number,
  textOf: (position: number) => string,
): DateBin[] {
  const placeOf = (position: number) => Math.floor(position / width)
  const [low = 0, high = low - 1] =
    extent.length === 0 ? [] : [placeOf(extent[0]?.[0] ?? 0), placeOf(extent.at(-1)?.[0] ?? 0)]
  const bins = Array.from({ length: high - low + 1 }, (_, place): DateBin => {
    const from = (low + place) * width
    return { from: textOf(from), to: textOf(from + width - 1), count: 0 }
  })
  for (const [position, individuals] of counts) {
    const bin = bins[placeOf(position) - low]
    if (bin) bin.count += individuals
  }
  return bins
}

function yearText(year: number): string {
  return String(year).padStart(4, '0')
}

function monthText(month: number): string {
  return `${yearText(Math.floor(month / MONTHS_OF_YEAR))}-${String((month % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`
}

async function quantilesOfDays(
  connection: Connection,
  read: ReadAnswers,
  variable: AnyVariable,
  population: Population,
): Promise<DateSummary['quantiles']> {
  const [row] = await read(connection, population, Days, (answers) => {
    const first = answers.answerTo(variable).interval?.first ?? sql`NULL`
    const days = QUARTERS.map(
      (part) => sql`CAST(percentile_disc(${literal(part)}) WITHIN GROUP (ORDER BY ${first}) AS TEXT)`,
    )
    return sql`${answers.tables} SELECT ARRAY[${join(days)}] AS quantiles FROM person`
  })
  return fiveTexts(row?.quantiles ?? [])
}

/** The first year that at least this part of the individuals does not exceed, as `percentile_disc` gives it. */
function quantilesOfYears(years: readonly Count[]): DateSummary['quantiles'] {
  const whole = years.reduce((sum, [, individuals]) => sum + individuals, 0)
  return fiveTexts(
    QUARTERS.map((part) => {
      let before = 0
      const found = years.find(([, individuals]) => (before += individuals) >= part * whole)
      return found ? yearText(found[0]) : null
    }),
  )
}

function fiveTexts(texts: readonly (string | null)[]): DateSummary['quantiles'] {
  const [least, lower, median, upper, greatest] = texts
  return least == null || lower == null || median == null || upper == null || greatest == null
    ? null
    : [least, lower, median, upper, greatest]
}
