import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructReplace } from '#contract/custom-variable-drafts.ts'
import { constructDependants } from '#contract/dependants.ts'
import { isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import { readConstruct, requireVariable } from '#server/engine/conditions/read-definitions.ts'
import {
  dependantsOfConstruct,
  replaceConstruct,
  type ReplaceServices,
} from '#server/modules/custom-variables/replace-construct.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { inFairQueue, routeFor, type Api } from '#server/platform/http/route-for.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Counts before saving (capability "construct-preview") and another definition ("construct-replace"). */
export function customVariableExtensionRoutes(api: Api<ReplaceServices>): void {
  const { variables, settings } = api.services

  routeFor(
    api,
    constructPreview,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid, cross: crossName, ...draft } = await validate()
      const cohortId = cohortid ?? ROOT_COHORT_ID
      await requireCohorts(connection, user, [cohortId])
      const known = await variables.ofAccount(connection, user.accountId)
      const { rule } = await readConstruct(connection, known, draft, 'count')
      const cross = crossName == null ? null : requireVariable(known, crossName)
      if (cross && !isCoded(cross.dataType)) throw meaningless(`${cross.name} has no list of answers.`, 'cross')
      const preview = await countsFor(connection, services, user).ofConstruct({ rule, cohortId, cross })
      return settings.capabilities.includes('split') ? preview : { ...preview, split: null }
    }),
  )

  routeForChange(api, constructReplace, async ({ authenticate, validate, make, addDetails, services }) => {
    const user = await authenticate()
    const { constructid: replacedId, version, rerun, ...draft } = await validate()
    const problem = VARIABLE_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const isRerun = rerun && settings.capabilities.includes('rerun-dependants')
    const constructid = await make(async (tx) => {
      const replaced = await replaceConstruct(tx, services, user, {
        ...draft,
        constructid: replacedId,
        version,
        isRerun,
      })
      addDetails({ name: draft.name })
      return replaced.constructId
    })
    return { constructid, variable_name: draft.name }
  })

  routeFor(
    api,
    constructDependants,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      return dependantsOfConstruct(connection, services, user, await validate(), limit.signal)
    }),
  )
}
