import { variableEdits } from '#contract/variable-edits.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

export const VARIABLE_EDITS_KEY = 'variable-edits'

/** What administrators proposed to change of a variable, and what became of it; the newest first. */
export const variableEditsAtom = resourceFamily((variableName: string) =>
  resource({
    endpoint: variableEdits,
    request: { variableName },
    key: [VARIABLE_EDITS_KEY, variableName],
    read: (answer) => answer.data,
  }),
)
