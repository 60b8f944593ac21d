import { projectCurrent, projectInfo } from '#contract/projects.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { currentProjectOf, projectsOf } from '#server/store/projects/projects.ts'
import { versionOf } from '#server/store/thing-version.ts'

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
