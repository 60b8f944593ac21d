import { variableLookup, variableSearch } from '#contract/variables.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

/** Names and questions of the whole catalog, fetched once. */
export const catalogAtom = resource({
  endpoint: variableSearch,
  request: { searchstring: '', searchtype: 'question' },
  key: ['catalog', ''],
  read: (answer) => answer.data,
  staleTime: 10 * 60_000,
})

export interface VariableKey {
  readonly name: string
  /** Count in this cohort alone. */
  readonly cohortId?: number
}

/** One variable, or null where there is none of that name. */
export const variableAtom = resourceFamily(
  ({ name, cohortId }: VariableKey) =>
    resource({
      endpoint: variableLookup,
      request: { variable_names: [name], limit_cohortid: cohortId },
      key: ['variable', name, cohortId ?? null],
      isNamed: name !== '',
      read: (answer) => answer.data[0] ?? null,
    }),
  (left, right) => left.name === right.name && left.cohortId === right.cohortId,
)
