import { type SummaryOfCohort, variableSummary } from '#contract/summaries.ts'
import { isDateType, isNumber, isTextual } from '#domain/data-types.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { summarizeDates } from '#server/engine/counts/date-summary.ts'
import { type NumberSummaryQuery, summarizeNumbers, readOutliers } from '#server/engine/counts/number-summary.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Summaries of a variable in cohorts (capability "number-summary"), by readable answers whatever MIN_CELL is. */
export function summaryRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, countAnswers } = api.services

  routeFor(
    api,
    variableSummary,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_name, cohortids } = await validate()
      await requireCohorts(connection, user, cohortids)
      const variable = requireVariable(await variables.ofAccount(connection, user.accountId), variable_name)
      const counts = countsFor(connection, services, user)
      const dates = isDateType(variable.dataType)
        ? await summarizeDates(connection, countAnswers.rows, variable, { cohortIds: cohortids, reader: user })
        : []
      const data: SummaryOfCohort[] = []
      for (const [place, cohortId] of cohortids.entries()) {
        const query = { variable, cohortId, reader: user }
        data.push({
          cohortid: query.cohortId,
          ...(await summarize(connection, countAnswers.rows, query)),
          dates: dates[place] ?? null,
          left_out: await counts.leftOutOf(cohortId, 'readable'),
        })
      }
      return { data }
    }),
  )
}

type Summary = Pick<SummaryOfCohort, 'numbers' | 'lengths'>
const NOTHING: Summary = { numbers: null, lengths: null }

async function summarize(connection: Connection, read: ReadAnswers, query: NumberSummaryQuery): Promise<Summary> {
  const { variable } = query
  if (isNumber(variable.dataType)) {
    const { quantiles, ...moments } = await summarizeNumbers(connection, read, query)
    const outliers = quantiles && (await readOutliers(connection, read, variable, query, quantiles))
    const { whiskers = null, ...beyond } = outliers ?? { below: 0, above: 0, values: [] }
    return { ...NOTHING, numbers: { ...moments, quantiles: quantiles && [...quantiles], whiskers, outliers: beyond } }
  }
  if (isTextual(variable.dataType)) {
    const lengths = await summarizeNumbers(connection, read, {
      ...query,
      numberOf: ({ value }) => sql`CAST(length(${value}) AS FLOAT8)`,
    })
    return { ...NOTHING, lengths: { ...lengths, quantiles: lengths.quantiles && [...lengths.quantiles] } }
  }
  return NOTHING
}
