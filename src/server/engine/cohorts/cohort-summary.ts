import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { type Bitmap, sizeOf, sizeOfBoth } from '#server/engine/bitmaps/bitmap.ts'
import { countsByCode } from '#server/engine/bitmaps/counts-by-code.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import { codesOfVariable, countsByValue } from '#server/engine/bitmaps/value-counts.ts'
import { namedValue, valueText, notCountedFields } from '#server/engine/conditions/shown-value.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { CountAnswers, StratumCount } from '#server/engine/sources/count-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { createPairMemo } from '#server/platform/cache/pair-memo.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** The number of members in each stratum. */
async function stratumSizes(data: BitmapData, population: Population): Promise<ArrayLike<number>> {
  const { individuals } = data
  const { cohortId, combined, part, between, leavesOutWithdrawn } = population
  if (!combined || part || between || leavesOutWithdrawn)
    return sizesOf(await populationBitmap(data, population), individuals)
  const [first, second] = [await data.membersOf(cohortId), await data.membersOf(combined.cohortId)]
  const both = sizesOfBoth(first, second, individuals)
  const [one, other] = [sizesOfBoth(first, first, individuals), sizesOfBoth(second, second, individuals)]
  const combine = COMBINED_SIZE[combined.operation]
  return both.map((shared, nth) => combine(one[nth] ?? 0, other[nth] ?? 0, shared))
}

function sizesOf(members: Bitmap, { strata }: Individuals): Uint32Array {
  return Uint32Array.from(strata, ({ from, to }) => sizeOf(members, from, to))
}

/** From the sizes of two sets and of their intersection: no combined bitmap is made. */
const COMBINED_SIZE = {
  UNION: (one: number, other: number, both: number) => one + other - both,
  INTERSECT: (_one: number, _other: number, both: number) => both,
  SUBTRACT: (one: number, _other: number, both: number) => one - both,
}

const memo = createPairMemo<Uint32Array>()

/** Kept: the members of saved cohorts never change, and each operation on two cohorts needs the same sizes. */
function sizesOfBoth(one: Bitmap, other: Bitmap, { strata }: Individuals): Uint32Array {
  return memo(one, other, () => Uint32Array.from(strata, ({ from, to }) => sizeOfBoth(one, other, from, to)))
}

/** The members of a cohort by stratum and, where a variable defines the cohort, by answer. */
export function countMembers(
  connection: Connection,
  engine: BitmapEngine,
  cohort: Population,
  variable: AnyVariable | null,
): Promise<CountRow[]> {
  return engine.read(connection, cohort.reader, async (data) => {
    if (!variable) return rowsOfSizes(await stratumSizes(data, cohort), data.individuals)
    const codes = await codesOfVariable(data, variable, cohort.reader)
    if (!codes) return countBySql(connection, data.count, cohort, variable)
    const counts = countsByCode(codes, await populationBitmap(data, cohort), data.individuals)
    const pause = createPause(connection.scope.signal ?? undefined)
    return (await countsByValue(counts, codes, variable, cohort.reader, pause)).map(countRow)
  })
}

/** The members who are relatives without data, known only as links between others. */
export function countPlaceholders(connection: Connection, engine: BitmapEngine, cohort: Population): Promise<number> {
  return engine.read(connection, cohort.reader, async (data) =>
    sizeOfBoth(await populationBitmap(data, cohort), data.individuals.placeholders),
  )
}

/** Members by stratum. */
export function stratumRows(members: Bitmap, individuals: Individuals): CountRow[] {
  return rowsOfSizes(sizesOf(members, individuals), individuals)
}

function rowsOfSizes(sizes: ArrayLike<number>, { strata }: Individuals): CountRow[] {
  return strata.flatMap(({ stratum }, nth) => {
    const count = sizes[nth] ?? 0
    return count === 0 ? [] : [countRow({ stratum, count, value: null })]
  })
}

/** For a variable without codes. */
async function countBySql(
  connection: Connection,
  count: CountAnswers,
  cohort: Population,
  variable: AnyVariable,
): Promise<CountRow[]> {
  const rows = await count.byStratum(connection, cohort, (answers) => {
    const answer = answers.answerTo(variable)
    const value = namedValue(answer, answer.value, cohort.reader)
    return sql`${answers.tables}, counted AS (
        SELECT ${value} AS value, origin_no, ${answers.individuals} AS count FROM person GROUP BY 1, 2
      )
      SELECT 0 AS state, ${valueText(answer.dataType, sql`value`)} AS value, origin_no, count
      FROM counted ORDER BY counted.value NULLS LAST, origin_no`
  })
  return rows.map(countRow)
}

/** A row of counts in the API's format. */
export function countRow({ count, value, stratum }: Omit<StratumCount, 'state'>): CountRow {
  const { collection, consent, study_id, dx_nimh } = stratum
  return { count, value, collection, consent: consent ?? '', study_id, dx_nimh: dx_nimh ?? '', hidden: false }
}

/** Numbers of individuals by outcome. */
export type OutcomeCounts = Record<'match' | 'no_match' | 'unknown' | 'no_record' | 'not_counted', number>

/** The sum of the splits of all collections. */
export function sumOfCounts(splits: ReadonlyMap<string, OutcomeCounts>): Split {
  const sum = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (const split of splits.values()) {
    sum.match += split.match
    sum.no_match += split.no_match
    sum.unknown += split.unknown
    sum.no_record += split.no_record
  }
  const notCounted = [...splits].map(([collection, split]) => [collection, split.not_counted] as const)
  return { ...sum, ...notCountedFields(notCounted) }
}

/** Adds individuals to an outcome of their collection; `isUnread`: an unreadable text may decide an unknown outcome. */
export function addOutcome(
  splits: Map<string, OutcomeCounts>,
  collection: string,
  outcome: Exclude<keyof OutcomeCounts, 'not_counted'>,
  count: number,
  isUnread: boolean,
): void {
  const split = splits.get(collection) ?? { match: 0, no_match: 0, unknown: 0, no_record: 0, not_counted: 0 }
  const isUndecided = outcome === 'unknown' || outcome === 'no_record'
  split[isUndecided && isUnread ? 'not_counted' : outcome] += count
  splits.set(collection, split)
}
