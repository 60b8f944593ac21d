import {
  projectCurrent,
  projectDelete,
  projectEdit,
  projectInfo,
  projectNew,
  projectSetCurrent,
} from '#contract/projects.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { PROJECT_NAME } from '#domain/names.ts'
import { meaningless, notFound } from '#server/http/refusal.ts'
import { routeFor, routeNotOffered, type Api } from '#server/http/route-for.ts'
import { nextId } from '#server/queries/ids.ts'
import {
  currentProjectOf,
  insertProject,
  isProjectOf,
  projectsOf,
  setCurrentProject,
} from '#server/queries/projects.ts'
import { inTurn } from '#server/storage/database.ts'

/** Everybody starts in it; what is in it is each user's own. */
const ROOT_PROJECT = { projectid: ROOT_PROJECT_ID, name: 'Default Project', description: 'Where everybody starts.' }

export function projectRoutes(api: Api): void {
  routeFor(api, projectInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    const projects = [ROOT_PROJECT, ...(await projectsOf(connection, user.accountId))]
    if (!projectid) return { projects }
    const asked = projects.filter((project) => project.projectid === projectid)
    if (asked.length === 0) throw notFound('project')
    return { projects: asked }
  })

  routeFor(api, projectNew, async ({ authenticate, validate, services }) => {
    const user = await authenticate()
    const { name, description } = await validate()
    const problem = PROJECT_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    if (name.trim() === '' && description.trim() === '')
      throw meaningless('A name or a description is required.', 'name')
    const projectid = await inTurn(services.database, async (connection) => {
      const projectid = await nextId(connection)
      await insertProject(connection, user.accountId, { projectid, name: name.trim(), description: description.trim() })
      await setCurrentProject(connection, user.accountId, projectid)
      return projectid
    })
    return { new_project_id: projectid }
  })

  routeFor(api, projectCurrent, async ({ authenticate, connection }) => {
    const user = await authenticate()
    return { projectid: await currentProjectOf(connection, user.accountId) }
  })

  routeFor(api, projectSetCurrent, async ({ authenticate, validate, services }) => {
    const user = await authenticate()
    const { projectid } = await validate()
    await inTurn(services.database, async (connection) => {
      if (!(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
      await setCurrentProject(connection, user.accountId, projectid)
    })
    return { projectid }
  })

  routeNotOffered(api, projectEdit)
  routeNotOffered(api, projectDelete)
}
