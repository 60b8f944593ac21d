import { cohortInfo, cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { countsFor, undecidedOf } from '#server/disclosure/reader-counts.ts'
import { columnsOfPlan } from '#server/engine/cohorts/cohort-plan.ts'
import type { Statistics } from '#server/model/statistics.ts'
import { offered, previewCohort, type PreviewServices } from '#server/modules/cohorts/preview-cohort.ts'
import { readCohortDraft } from '#server/modules/cohorts/read-cohort-draft.ts'
import { insertPlan, saveCohort } from '#server/modules/cohorts/save-cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { cohortsOf, requireCohort, requireCohorts } from '#server/store/cohorts/cohorts.ts'
import { presentCohorts, readDataState } from '#server/store/cohorts/present-cohorts.ts'
import { MOST_OF_MANY, MOST_OF_ONE, rulesWordsOf } from '#server/store/cohorts/rules-words.ts'
import { recordMade } from '#server/store/history/record-versions.ts'
import { isProjectOf, targetProject } from '#server/store/projects/projects.ts'

/** Services of the routes for cohorts. */
export interface CohortServices extends HttpServices, PreviewServices {
  readonly statistics: (connection: Connection) => Promise<Statistics>
}

/** Cohorts: list, preview, create and summarise (spec section 4). */
export function cohortRoutes(api: Api<CohortServices>): void {
  const { variables, settings } = api.services

  routeFor(api, cohortInfo, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { projectid, cohortid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const saved = await cohortsOf(connection, user.accountId)
    const data = await readDataState(connection, user)
    const words = await rulesWordsOf(connection, saved, cohortid ? MOST_OF_ONE : MOST_OF_MANY)
    const cohorts = presentCohorts(saved, await services.statistics(connection), data, words)
    const isAsked = (id: number) =>
      id === ROOT_COHORT_ID || saved.some((row) => row.cohortid === id && row.projectid === projectid)
    if (cohortid) {
      const found = cohorts.filter((cohort) => cohort.cohortid === cohortid)
      if (found.length === 0) throw notFound('cohort')
      return { cohorts: await countsFor(connection, services, user).ofCohorts(found) }
    }
    const listed = projectid ? cohorts.filter((cohort) => isAsked(cohort.cohortid)) : cohorts
    return { cohorts: await countsFor(connection, services, user).ofCohorts(listed) }
  })

  routeFor(
    api,
    cohortSummary,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid } = await validate()
      const cohort = await requireCohort(connection, user, cohortid)
      const known = await variables.ofAccount(connection, user.accountId)
      return offered(settings, await countsFor(connection, services, user).ofCohort(cohort, cohortid, known))
    }),
  )

  routeFor(
    api,
    cohortPreview,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const draft = await validate()
      return previewCohort(connection, services, user, draft)
    }),
  )

  routeForChange(api, cohortNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const problem = COHORT_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const cohortId = await make((tx) =>
      recordMade(tx, services, user.accountId, 'cohort', async () => {
        const known = await variables.read(tx, user.accountId)
        const plan = await readCohortDraft(tx, known, user, draft)
        const projectId = await targetProject(tx, services, user, draft.projectid)
        const [name, description] = [draft.name.trim(), draft.description.trim()]
        return saveCohort(tx, services, user, {
          name,
          description,
          projectId,
          made: columnsOfPlan(plan),
          undecided: await undecidedOf(tx, known, user, plan),
          insertMembers: (cohortId) => insertPlan(tx, services, cohortId, plan),
        })
      }),
    )
    return { new_cohort_id: cohortId }
  })
}

/** Overlap of several cohorts (capability "overlap"). */
export function cohortOverlapRoutes(api: Api<HttpServices & GuardServices>): void {
  routeFor(
    api,
    cohortOverlap,
    inFairQueue(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortids } = await validate()
      await requireCohorts(connection, user, cohortids)
      if (new Set(cohortids).size < cohortids.length) throw meaningless('Choose different cohorts.', 'cohortids')
      return { data: await countsFor(connection, services, user).ofOverlap(cohortids) }
    }),
  )
}
