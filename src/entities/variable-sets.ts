import { variableSetInfo } from '#contract/variable-sets.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

export const variableSetsAtom = resource({
  endpoint: variableSetInfo,
  request: {},
  key: ['variable-sets'],
  read: (answer) => answer.variableSets,
})

export const projectVariableSetsAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: variableSetInfo,
    request: { projectId },
    key: ['variable-sets', projectId],
    read: (answer) => answer.variableSets,
  }),
)

/** Null for an unknown id. */
export const variableSetAtom = resourceFamily((variableSetId: number) =>
  resource({
    endpoint: variableSetInfo,
    request: { variableSetId },
    key: ['variable-set', variableSetId],
    isNamed: variableSetId > 0,
    absent: { value: null },
    read: (answer) => answer.variableSets.find((set) => set.variableSetId === variableSetId) ?? null,
  }),
)
