import { constructList } from '#contract/custom-variables.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

/** The user's custom variables of all projects. */
export const allCustomVariablesAtom = resource({
  endpoint: constructList,
  request: {},
  key: ['custom-variables'],
  read: (answer) => answer.custom_vars,
})

/** The user's custom variables in one project. */
export const customVariablesAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: constructList,
    request: { projectid: projectId },
    key: ['custom-variables', projectId],
    read: (answer) => answer.custom_vars,
  }),
)
