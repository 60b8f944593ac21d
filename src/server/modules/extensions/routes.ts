import { cohortOverlap } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variables.ts'
import { usage } from '#contract/usage.ts'
import { variableDistribution } from '#contract/variables.ts'
import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { previewSuppressed } from '#server/disclosure/suppressed-construct.ts'
import { readSuppressedDistribution } from '#server/disclosure/suppressed-distribution.ts'
import { readSuppressedOverlap } from '#server/disclosure/suppressed-overlap.ts'
import { counting } from '#server/platform/http/take-turn.ts'
import { malformed, meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForExtension, type Api } from '#server/platform/http/route-for.ts'
import { previewConstruct } from '#server/engine/counts/construct-preview.ts'
import { readDistribution } from '#server/engine/counts/distribution.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import { thingsOf, usesOfCohort, usesOfProject, usesOfVariable } from '#server/store/uses.ts'
import { readConstruct, requireVariable } from '#server/engine/conditions/read-definitions.ts'
import { requireCohorts } from '#server/store/cohorts/require-cohort.ts'

/** What is offered beyond the specification's calls, all of it aggregate. */
export function extensionRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables, settings, countAnswers } = api.services

  routeForExtension(
    api,
    'construct-preview',
    constructPreview,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid, cross: crossName, ...draft } = await validate()
      const cohortId = cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      const known = await variables.of(connection, user.accountId)
      const { rule } = await readConstruct(connection, known, draft, 'count')
      const cross = crossName == null ? null : requireVariable(known, crossName)
      if (cross && !isCoded(cross.dataType)) throw meaningless(`${cross.name} has no list of answers.`, 'cross')
      const context = await guardContext(connection, services, user)
      const query = { rule, cohortId, cross, reader: user }
      const preview = context
        ? await previewSuppressed(context, query)
        : await previewConstruct(connection, countAnswers.rows, query)
      return settings.capabilities.includes('split') ? preview : { ...preview, split: null }
    }),
  )

  routeForExtension(
    api,
    'distribution',
    variableDistribution,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { variable_name, cohortids, bins } = await validate()
      await requireCohorts(connection, user, cohortids)
      const variable = requireVariable(await variables.of(connection, user.accountId), variable_name)
      const query = { variable, cohortIds: cohortids, bins, reader: user }
      const context = await guardContext(connection, services, user)
      return {
        data: context
          ? await readSuppressedDistribution(context, query)
          : await readDistribution(connection, countAnswers.rowsOf(variable), query),
      }
    }),
  )

  routeForExtension(
    api,
    'overlap',
    cohortOverlap,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortids } = await validate()
      await requireCohorts(connection, user, cohortids)
      if (new Set(cohortids).size < cohortids.length) throw meaningless('Choose different cohorts.', 'cohortids')
      const context = await guardContext(connection, services, user)
      return {
        data: context
          ? await readSuppressedOverlap(context, cohortids)
          : await readOverlap(connection, countAnswers.rows, { cohortIds: cohortids, reader: user }),
      }
    }),
  )

  routeForExtension(api, 'usage', usage, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { cohortid, constructid, varsetid, projectid } = await validate()
    if ([cohortid, constructid, varsetid, projectid].filter(Boolean).length !== 1) throw malformed()
    const things = await thingsOf(connection, user.accountId)
    const made = things.customVariables.find((own) => own.constructid === constructid)
    if (constructid && !made) throw notFound('custom variable')
    if (cohortid) await requireCohorts(connection, user, [cohortid])
    const uses = cohortid
      ? usesOfCohort(things, cohortid)
      : made
        ? usesOfVariable(things, made.variable_name)
        : projectid
          ? usesOfProject(things, projectid)
          : []
    return { data: uses.map(({ kind, id, name }) => ({ kind, id, name })) }
  })
}
