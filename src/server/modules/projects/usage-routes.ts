import { usage } from '#contract/usage.ts'
import { malformed, notFound } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { thingsOf, usesOfCohort, usesOfProject, usesOfVariable } from '#server/store/uses.ts'
import { requireCohorts } from '#server/store/cohorts/require-cohort.ts'

/** Things that are built on a cohort, custom variable or project (capability "usage"). */
export function usageRoutes(api: Api): void {
  routeFor(api, usage, async ({ authenticate, validate, connection }) => {
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
