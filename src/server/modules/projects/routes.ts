import { projectCurrent, projectInfo } from '#contract/projects.ts'
import { notFound, malformed } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { currentProjectOf, projectsOf } from '#server/store/projects/projects.ts'
import { versionOf } from '#server/store/ids.ts'
import { usage } from '#contract/usage.ts'
import { thingsOf, usesOfCohort, usesOfProject, usesOfVariable } from '#server/store/uses.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Projects, with the current one (spec section 2). */
export function projectRoutes(api: Api): void {
  routeFor(api, projectInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    const saved = await projectsOf(connection, user.accountId)
    const projects = saved.map((project) => ({ ...project, version: versionOf(project) }))
    if (!projectid) return { projects }
    const asked = projects.filter((project) => project.projectid === projectid)
    if (asked.length === 0) throw notFound('project')
    return { projects: asked }
  })

  routeFor(api, projectCurrent, async ({ authenticate, connection }) => {
    const user = await authenticate()
    return { projectid: await currentProjectOf(connection, user.accountId) }
  })
}

/** Things that depend on a cohort, custom variable or project (capability "usage"). */
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
