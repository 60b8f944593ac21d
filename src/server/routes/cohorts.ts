import { cohortDelete, cohortEdit, cohortInfo, cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { DUPLICATE_COHORT_NAME } from '#domain/messages.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { meaningless, notFound, Refusal } from '#server/http/refusal.ts'
import { routeFor, routeNotOffered, type Api } from '#server/http/route-for.ts'
import { countMembers } from '#server/queries/cohort-summary.ts'
import { cohortsOf, findCohort, insertCohort, isCohortNameTaken } from '#server/queries/cohorts.ts'
import { nextId } from '#server/queries/ids.ts'
import { isProjectOf } from '#server/queries/projects.ts'
import { countSubset, insertSubsetMembers, splitSubset } from '#server/queries/subset.ts'
import { presentCohorts } from '#server/routes/present-cohorts.ts'
import { readSubset } from '#server/routes/read-subset.ts'
import { targetProject } from '#server/routes/target-project.ts'
import { inTurn } from '#server/storage/database.ts'

export function cohortRoutes(api: Api): void {
  routeFor(api, cohortInfo, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { projectid, cohortid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const saved = await cohortsOf(connection, user.accountId)
    const cohorts = presentCohorts(saved, await services.statistics(connection))
    const isAsked = (id: number) =>
      id === ROOT_COHORT_ID || saved.some((own) => own.cohortid === id && own.projectid === projectid)
    if (cohortid) {
      const asked = cohorts.filter((cohort) => cohort.cohortid === cohortid)
      if (asked.length === 0) throw notFound('cohort')
      return { cohorts: asked }
    }
    return { cohorts: projectid ? cohorts.filter((cohort) => isAsked(cohort.cohortid)) : cohorts }
  })

  routeFor(api, cohortSummary, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { cohortid } = await validate()
    const cohort = cohortid === ROOT_COHORT_ID ? null : await findCohort(connection, user.accountId, cohortid)
    if (cohortid !== ROOT_COHORT_ID && !cohort) throw notFound('cohort')
    const catalog = await services.catalog(connection)
    const variable = cohort?.variable_name ? (catalog.find(cohort.variable_name) ?? null) : null
    return { data: await countMembers(connection, { cohortId: cohortid, reader: user }, variable) }
  })

  routeFor(api, cohortPreview, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const subset = await readSubset(connection, services, user, draft)
    const data = await countSubset(connection, subset)
    if (!services.settings.capabilities.includes('split')) return { data }
    return { data, split: await splitSubset(connection, subset) }
  })

  routeFor(api, cohortNew, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const draft = await validate()
    const problem = COHORT_NAME.problem(draft.name)
    if (problem !== null) throw meaningless(problem, 'name')
    const subset = await readSubset(connection, services, user, draft)
    const cohortId = await inTurn(services.database, async (own) => {
      const projectId = await targetProject(own, services, user, draft.projectid)
      const name = draft.name.trim()
      if (await isCohortNameTaken(own, user.accountId, projectId, name)) throw new Refusal(409, DUPLICATE_COHORT_NAME)
      const cohortId = await nextId(own)
      const rowcount = await insertSubsetMembers(own, cohortId, subset)
      if (rowcount === 0) throw meaningless('Nobody is in this cohort.')
      await insertCohort(
        own,
        {
          cohortId,
          accountId: user.accountId,
          projectId,
          name,
          description: draft.description.trim(),
          parentId: draft.parent_id,
          variableName: subset.variable.name,
          constraintType: subset.condition.operator,
          constraintValues: subset.condition.values,
        },
        rowcount,
      )
      return cohortId
    })
    return { new_cohort_id: cohortId }
  })

  routeNotOffered(api, cohortEdit)
  routeNotOffered(api, cohortDelete)
}
