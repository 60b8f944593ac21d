import * as v from 'valibot'
import type { DistributionOfCohort } from '#contract/shapes-of-extensions.ts'
import { isPersonal } from '#domain/data-types.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import type { Answer } from '#server/queries/answers.ts'
import {
  ClosedByCollection,
  closedCollection,
  closedCounts,
  isDiscreet,
  NOBODY,
  shownCounts,
  type Discretion,
} from '#server/queries/closed.ts'
import type { ReadAnswers } from '#server/queries/count-answers.ts'
import { namedValue } from '#server/queries/count-rows.ts'
import type { Members } from '#server/queries/members.ts'
import { restsOf } from '#server/queries/rests.ts'
import type { Connection } from '#server/storage/database.ts'

/** Categories of a variable that has no list of answers; the rarest beyond them are left out. */
const CATEGORIES_SHOWN = 100

/** Where the bins of a number begin, and how wide each is. */
interface Bins {
  readonly from: number
  readonly width: number
  readonly count: number
}

export interface DistributionQuery extends Discretion {
  readonly variable: AnyVariable
  readonly cohortIds: readonly number[]
  readonly bins: number
}

/** How the answers to a variable are spread in each cohort; numbers in bins that are the same for all cohorts. */
export async function readDistribution(
  connection: Connection,
  read: ReadAnswers,
  query: DistributionQuery,
): Promise<DistributionOfCohort[]> {
  const bins = query.variable.dataType === 'numberrange' ? await readBins(connection, read, query) : null
  const data: DistributionOfCohort[] = []
  for (const cohortId of query.cohortIds) data.push(await readCohort(connection, read, query, cohortId, bins))
  return data
}

const Extremes = v.object({ low: v.nullable(v.number()), high: v.nullable(v.number()) })

async function readBins(
  connection: Connection,
  read: ReadAnswers,
  { variable, cohortIds, reader, bins }: DistributionQuery,
): Promise<Bins> {
  const lows: number[] = []
  const highs: number[] = []
  for (const cohortId of cohortIds) {
    const [row] = await read(connection, { cohortId, reader }, Extremes, (answers) => {
      const { value } = answers.answerTo(variable)
      return `${answers.tables()} SELECT min(${value}) AS low, max(${value}) AS high FROM person`
    })
    if (row && row.low !== null && row.high !== null) {
      lows.push(row.low)
      highs.push(row.high)
    }
  }
  const [from, to] = lows.length === 0 ? [0, 0] : [Math.min(...lows), Math.max(...highs)]
  return from === to ? { from, width: 1, count: 1 } : { from, width: (to - from) / bins, count: bins }
}

const Row = v.object({
  state: v.picklist(['answered', 'missing', 'no_record']),
  value: v.nullable(v.string()),
  count: v.number(),
  closed: ClosedByCollection,
})

/** How often members gave which answer, the most frequent first. */
function readSpread(
  connection: Connection,
  read: ReadAnswers,
  query: DistributionQuery,
  members: Members,
  bins: Bins | null,
): Promise<v.InferOutput<typeof Row>[]> {
  const { variable, reader } = query
  return read(connection, { ...members, reader }, Row, (answers) => {
    const answer = answers.answerTo(variable)
    const shown = bins ? binOf(answer, bins) : namedValue(answer, answer.value, reader, answers.parameters)
    const codes =
      answer.dataType === 'multicategory' ? `unnest(coalesce(string_to_array(${shown}, ';'), ARRAY[NULL]))` : shown
    return `${answers.tables()}, spread AS (
        SELECT *, CASE WHEN ${answer.value} IS NOT NULL THEN 'answered' WHEN ${answer.hasRecord} THEN 'missing'
            ELSE 'no_record' END AS state,
          CAST(${codes} AS TEXT) AS told, ${closedCollection(query, answers.parameters)} AS closed_in
        FROM person
      )
      SELECT state, told AS value, ${answers.people} AS count, ${closedCounts(answers.parameters, query, 'closed_in')} AS closed
      FROM spread GROUP BY state, told ORDER BY state, count DESC, told`
  })
}

async function readCohort(
  connection: Connection,
  read: ReadAnswers,
  query: DistributionQuery,
  cohortId: number,
  bins: Bins | null,
): Promise<DistributionOfCohort> {
  const { variable, minimumCell } = query
  const rows = await readSpread(connection, read, query, { cohortId }, bins)
  const rests = isDiscreet(query) ? await readRests(connection, read, query, cohortId, bins) : []
  const answered = rows.filter(({ state }) => state === 'answered')
  const kept = isPersonal(variable.dataType) ? answered.slice(0, CATEGORIES_SHOWN) : answered
  const cells = [
    rows.find(({ state }) => state === 'missing') ?? { ...NOBODY, state: 'missing' as const, value: null },
    rows.find(({ state }) => state === 'no_record') ?? { ...NOBODY, state: 'no_record' as const, value: null },
    ...kept,
  ]
  const areTold = cells.map((cell) => isRestSmall(cell, rests, minimumCell))
  const [missing = null, no_record = null, ...counts] = shownCounts(cells, minimumCell, areTold)
  const counted = kept.map(({ value }, place): [string | null, number | null] => [value, counts[place] ?? null])
  return {
    cohortid: cohortId,
    ...(bins ? { bins: binsWith(bins, counted) } : { categories: counted }),
    missing,
    no_record,
  }
}

/** What everybody answered who is not in a cohort, and those of its parent: told by its counts beside theirs. */
async function readRests(
  connection: Connection,
  read: ReadAnswers,
  query: DistributionQuery,
  cohortId: number,
  bins: Bins | null,
): Promise<v.InferOutput<typeof Row>[][]> {
  const rests: v.InferOutput<typeof Row>[][] = []
  for (const members of await restsOf(connection, cohortId)) {
    rests.push(await readSpread(connection, read, query, members, bins))
  }
  return rests
}

/** Whether few people gave an answer who are not in the cohort. */
function isRestSmall(
  { state, value }: Pick<v.InferOutput<typeof Row>, 'state' | 'value'>,
  rests: readonly v.InferOutput<typeof Row>[][],
  minimumCell: number,
): boolean {
  return rests.some((rows) =>
    rows.some(
      (row) =>
        row.state === state &&
        row.value === value &&
        [...row.closed.values()].some((count) => isSmall(count, minimumCell)),
    ),
  )
}

function binOf({ value }: Answer, { from, width, count }: Bins): string {
  return `CAST(least(${count - 1}, floor((${value} - CAST('${from}' AS FLOAT8)) / CAST('${width}' AS FLOAT8))) AS INTEGER)`
}

function binsWith({ from, width, count }: Bins, counted: readonly [string | null, number | null][]) {
  const byPlace = new Map(counted.map(([place, count]) => [Number(place), count]))
  return Array.from({ length: count }, (_, place) => ({
    from: from + place * width,
    to: from + (place + 1) * width,
    count: byPlace.has(place) ? (byPlace.get(place) ?? null) : 0,
  }))
}
