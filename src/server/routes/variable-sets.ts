import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { VARIABLE_SET_NAME } from '#domain/names.ts'
import { meaningless, notFound } from '#server/http/refusal.ts'
import { routeFor, routeNotOffered, type Api } from '#server/http/route-for.ts'
import { nextId } from '#server/queries/ids.ts'
import { isProjectOf } from '#server/queries/projects.ts'
import { insertVariableSet, variableSetsOf, type SavedVariableSet } from '#server/queries/variable-sets.ts'
import { targetProject } from '#server/routes/target-project.ts'
import { inTurn } from '#server/storage/database.ts'

export function variableSetRoutes(api: Api): void {
  routeFor(api, variableSetInfo, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { projectid, varsetid } = await validate()
    if (projectid && !(await isProjectOf(connection, user.accountId, projectid))) throw notFound('project')
    const sets = await variableSetsOf(connection, user.accountId)
    if (!varsetid) {
      return { variablesets: sets.filter((set) => !projectid || set.projectid === projectid).map(present) }
    }
    const asked = sets.filter((set) => set.varsetid === varsetid)
    if (asked.length === 0) throw notFound('variable set')
    return { variablesets: asked.map(present) }
  })

  routeFor(api, variableSetNew, async ({ authenticate, validate, connection, services }) => {
    const user = await authenticate()
    const { name, description, variables, projectid } = await validate()
    const problem = VARIABLE_SET_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    if (variables.length === 0) throw meaningless('At least one variable is required.', 'variables')
    const catalog = await services.catalog(connection)
    const names = variables.map((asked) => {
      const variable = catalog.find(asked)
      if (!variable) throw notFound('variable')
      return variable.name
    })
    const id = await inTurn(services.database, async (own) => {
      const set = {
        varsetid: await nextId(own),
        projectid: await targetProject(own, services, user, projectid),
        name: name.trim(),
        description: description.trim(),
        variables: [...new Set(names)],
      }
      await insertVariableSet(own, user.accountId, set)
      return set.varsetid
    })
    return { id }
  })

  routeNotOffered(api, variableSetEdit)
  routeNotOffered(api, variableSetDelete)
}

function present({ varsetid, name, description, variables }: SavedVariableSet) {
  return { varsetid, name, description, variables }
}
