import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { resource, resourceFamily } from '#entities/server-state/resource.ts'

const list = {
  endpoint: variableSetInfo,
  read: ({ variableSets }: ResponseOf<typeof variableSetInfo>) => variableSets,
}

export const variableSetsAtom = resource({ ...list, request: {}, key: ['variable-sets'] })

export const projectVariableSetsAtom = resourceFamily((projectId: number) =>
  resource({ ...list, request: { projectId }, key: ['variable-sets', projectId] }),
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
