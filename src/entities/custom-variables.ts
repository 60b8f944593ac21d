import { constructList } from '#contract/custom-variables.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

/** The user's custom variables of all projects. */
export const allCustomVariablesAtom = resource({
  endpoint: constructList,
  request: {},
  key: ['custom-variables'],
  read: (answer) => answer.customVars,
})

/** The user's custom variables in one project. */
export const customVariablesAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: constructList,
    request: { projectId },
    key: ['custom-variables', projectId],
    read: (answer) => answer.customVars,
  }),
)
