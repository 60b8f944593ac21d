import { projectCurrent, projectInfo } from '#contract/projects.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { notFound } from '#server/http/refusal.ts'
import { routeFor, type Api } from '#server/http/route-for.ts'
import { currentProjectOf, projectsOf } from '#server/queries/projects.ts'
import { versionOf } from '#server/routes/thing-version.ts'

/** Everybody starts in it; what is in it is each user's own. */
const ROOT_PROJECT = { projectid: ROOT_PROJECT_ID, name: 'Default Project', description: 'Where everybody starts.' }

/** Projects: told, with the current one (spec section 2). */
export function projectRoutes(api: Api): void {
  routeFor(api, projectInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    const made = await projectsOf(connection, user.accountId)
    const projects = [ROOT_PROJECT, ...made.map((project) => ({ ...project, version: versionOf(project) }))]
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
