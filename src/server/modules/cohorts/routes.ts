import { cohortInfo, cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { guardContext, type GuardServices } from '#server/disclosure/guard-context.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Statistics } from '#server/model/statistics.ts'
import { hasCountedMember, rowsOfCohort, rowsOfPlan } from '#server/disclosure/plan-rows.ts'
import { counting } from '#server/platform/http/take-turn.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { columnsOfPlan, countPlan, insertMembers, type CohortPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { cohortsOf, insertCohort } from '#server/store/cohorts/cohorts.ts'
import { nextId } from '#server/store/ids.ts'
import { CostsTooMuch } from '#server/model/costs-too-much.ts'
import { isProjectOf } from '#server/store/projects/projects.ts'
import { countUndecided } from '#server/engine/counts/undecided.ts'
import { hideRowcounts } from '#server/disclosure/hide-rowcounts.ts'
import { presentCohorts } from '#server/store/cohorts/present-cohorts.ts'
import { presentCounts } from '#server/modules/cohorts/present-counts.ts'
import { readCohortDraft } from '#server/modules/cohorts/read-cohort-draft.ts'
import { requireCohort } from '#server/store/cohorts/require-cohort.ts'
import { requireFreeName } from '#server/store/require-free-name.ts'
import { savedPedigree, summarise } from '#server/modules/cohorts/summarise.ts'
import { targetProject } from '#server/store/projects/target-project.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/user-variables.ts'
import { versionsOf } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Services of the routes for cohorts. */
export interface CohortServices extends HttpServices, GuardServices {
  readonly statistics: (connection: Connection) => Promise<Statistics>
}

/** Cohorts: told, previewed and made, with their summaries (spec section 4). */
export function cohortRoutes(api: Api<CohortServices>): void {
  const { variables, settings, countAnswers } = api.services

  routeFor(api, cohortInfo, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { projectid, cohortid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const saved = await cohortsOf(connection, user.accountId)
    const { answers } = await versionsOf(connection)
    const cohorts = presentCohorts(saved, await services.statistics(connection), answers)
    const isAsked = (id: number) =>
      id === ROOT_COHORT_ID || saved.some((own) => own.cohortid === id && own.projectid === projectid)
    if (cohortid) {
      const asked = cohorts.filter((cohort) => cohort.cohortid === cohortid)
      if (asked.length === 0) throw notFound('cohort')
      return { cohorts: await hideRowcounts(await guardContext(connection, services, user), asked) }
    }
    const listed = projectid ? cohorts.filter((cohort) => isAsked(cohort.cohortid)) : cohorts
    return { cohorts: await hideRowcounts(await guardContext(connection, services, user), listed) }
  })

  routeFor(
    api,
    cohortSummary,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const { cohortid } = await validate()
      const cohort = await requireCohort(connection, user, cohortid)
      const known = await variables.of(connection, user.accountId)
      const context = await guardContext(connection, services, user)
      const counts = await summarise(connection, countAnswers, known, user, cohort, context !== null)
      if (!context) return presentCounts(user, settings, counts, null)
      const pedigree = cohort?.constraint_type === 'PEDIGREE' ? savedPedigree(known, user, cohort, true) : null
      return presentCounts(user, settings, counts, await rowsOfCohort(context, cohortid, pedigree))
    }),
  )

  routeFor(
    api,
    cohortPreview,
    counting(async ({ authenticate, validate, connection, services }) => {
      const user = await authenticate()
      const draft = await validate()
      const known = await variables.of(connection, user.accountId)
      const plan = await readCohortDraft(connection, known, user, draft, settings)
      const counts = await countPlan(connection, countAnswers, plan)
      const context = await guardContext(connection, services, user)
      if (context) return presentCounts(user, settings, counts, await rowsOfPlan(context, plan))
      const undecided = await undecidedOf(connection, known, user, plan)
      return presentCounts(user, settings, { ...counts, undecided }, null)
    }),
  )

  routeForChange(api, cohortNew, async ({ authenticate, validate, make, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const problem = COHORT_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const cohortId = await make(async (own) => {
      const known = await variables.read(own, user.accountId)
      const plan = await readCohortDraft(own, known, user, draft, settings)
      const projectId = await targetProject(own, services, user, draft.projectid)
      const name = draft.name.trim()
      await requireFreeName(own, 'cohort', { accountId: user.accountId, projectId, name })
      const cohortId = await nextId(own)
      const rowcount = await insertMembers(own, cohortId, plan)
      const { accountId } = user
      const description = draft.description.trim()
      const made = columnsOfPlan(plan)
      const undecided = await undecidedOf(own, known, user, plan)
      const now = services.clock()
      await insertCohort(own, {
        cohortId,
        accountId,
        projectId,
        name,
        description,
        made,
        rowcount,
        undecided,
        now,
      })
      const context = await guardContext(own, services, user, { changing: true })
      // Whether nobody or few unreadable people are in it is not said.
      const isEmpty = context ? !(await hasCountedMember(context, cohortId)) : rowcount === 0
      if (isEmpty) throw meaningless('Nobody is in this cohort.')
      return cohortId
    })
    return { new_cohort_id: cohortId }
  })
}

/** Null of a plan that is no difference, and where its second cohort uses a variable that is too costly to compute. */
async function undecidedOf(
  connection: Connection,
  variables: UserVariables,
  user: User,
  plan: CohortPlan,
): Promise<number | null> {
  if (plan.kind !== 'compound' || plan.population.combined.operation !== 'SUBTRACT') return null
  const saved = await cohortsOf(connection, user.accountId)
  try {
    return await countUndecided(connection, plan.population, { saved, variables })
  } catch (error) {
    if (error instanceof CostsTooMuch) return null
    throw error
  }
}
