import { variableAgainst } from '#contract/against.ts'
import { isCategory, isNumber } from '#domain/data-types.ts'
import { AGAINST_PLACES_MAX, AGAINST_POINTS_MAX, ROOT_COHORT_ID } from '#domain/limits.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { correlate, crossTabulate, readPoints } from '#server/engine/counts/cross-tabulation.ts'
import { listedValues } from '#server/engine/counts/describe-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/**
 * Two variables in a cohort (capability "plot-against"). Numbers are of readable individuals, as all statistics are.
 * With MIN_CELL so is everything: a picture has up to 576 cells, the ledger has room for 2,048, and the areas of a
 * mosaic with suppressed cells would be wrong. Points are never suppressed: they are answers of readable individuals,
 * which a download has too.
 */
export function againstRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, countAnswers } = api.services

  routeFor(
    api,
    variableAgainst,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_name, other_variable_name, cohortid, family_seed } = await validate()
      const cohortId = cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      const known = await variables.ofAccount(connection, user.accountId)
      const first = requireDrawable(requireVariable(known, variable_name), 'variable_name')
      const second = requireDrawable(requireVariable(known, other_variable_name), 'other_variable_name')
      if (first === second) throw meaningless('Choose two different variables.', 'other_variable_name')
      const counts = countsFor(connection, services, user)
      const part = await counts.partOf([first, second])
      const query = { variables: [first, second] as const, cohortId, reader: user, ...(part && { part }) }
      const table = await crossTabulate(connection, countAnswers.rows, query)
      for (const [place, { values }] of table.axes.entries()) {
        requirePlaces(values?.length ?? 0, place === 0 ? 'variable_name' : 'other_variable_name')
      }
      const areNumbers = isNumber(first.dataType) && isNumber(second.dataType)
      const hasPoints = areNumbers && table.answered <= AGAINST_POINTS_MAX
      return {
        ...table,
        points: hasPoints ? await readPoints(connection, countAnswers.rows, query) : null,
        correlation: areNumbers ? await correlate(connection, countAnswers.rows, query, family_seed ?? null) : null,
        only_readable: part === 'readable',
        left_out: await counts.leftOutOf(cohortId, part),
      }
    }),
  )
}

function requireDrawable(variable: AnyVariable, field: string): AnyVariable {
  if (isNumber(variable.dataType)) return variable
  if (!isCategory(variable.dataType)) throw meaningless('Choose a number or a category.', field)
  requirePlaces(listedValues(variable.possibleValues).length, field)
  return variable
}

function requirePlaces(count: number, field: string): void {
  if (count > AGAINST_PLACES_MAX)
    throw meaningless(`Choose a category with at most ${AGAINST_PLACES_MAX} values.`, field)
}
