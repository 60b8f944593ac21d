import { variableSetInfo } from '#contract/variable-sets.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

export const variableSetsAtom = resource({
  endpoint: variableSetInfo,
  request: {},
  key: ['variable-sets'],
  read: (answer) => answer.variablesets,
})

/** The user's variable sets in one project. */
export const projectVariableSetsAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: variableSetInfo,
    request: { projectid: projectId },
    key: ['variable-sets', projectId],
    read: (answer) => answer.variablesets,
  }),
)

/** One variable set, or null where there is none with that id. */
export const variableSetAtom = resourceFamily((variableSetId: number) =>
  resource({
    endpoint: variableSetInfo,
    request: { varsetid: variableSetId },
    key: ['variable-set', variableSetId],
    isNamed: variableSetId > 0,
    absent: { value: null },
    read: (answer) => answer.variablesets.find((set) => set.varsetid === variableSetId) ?? null,
  }),
)
