import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { variableLookup, variableSearch, variableEdits } from '#contract/variables.ts'
import { resource, resourceFamily, type Resource } from '#entities/server-state/resource.ts'

/** Names and questions of the whole catalog, fetched once. */
export const catalogAtom = resource({
  endpoint: variableSearch,
  request: { searchString: '', searchType: 'question' },
  key: ['catalog', ''],
  read: (answer) => answer.data,
  staleTime: 10 * 60_000,
})

export type VariableKind = keyof Kinds

interface Kinds {
  readonly base: readonly VariableHit[]
  readonly custom: readonly VariableHit[]
}

const kindsByCatalog = new WeakMap<readonly VariableHit[], Kinds>()

/** Partitioned once per catalog, so that derived lists are computed once. */
export function kindsOf(catalog: readonly VariableHit[]): Kinds {
  const known = kindsByCatalog.get(catalog)
  if (known) return known
  const isBase = ({ variableType: type }: VariableHit) => type === 'variable' || type === ''
  const kinds = { base: catalog.filter(isBase), custom: catalog.filter((hit) => !isBase(hit)) }
  kindsByCatalog.set(catalog, kinds)
  return kinds
}

/** The catalog's base variables alone, or the current project's custom variables. */
export const variablesOfKindAtom = atomFamily((kind: VariableKind) =>
  atom((get): Resource<readonly VariableHit[]> => {
    const catalog = get(catalogAtom)
    return { ...catalog, data: catalog.data && kindsOf(catalog.data)[kind] }
  }),
)

export interface VariableKey {
  readonly name: string
  /** Restricts the counts to this cohort. */
  readonly cohortId?: number
}

/** Null for an unknown name. */
export const variableAtom = resourceFamily(
  ({ name, cohortId }: VariableKey) =>
    resource({
      endpoint: variableLookup,
      request: { variableNames: [name], limitCohortId: cohortId },
      key: ['variable', name, cohortId ?? null],
      isNamed: name !== '',
      read: (answer) => answer.data[0] ?? null,
    }),
  (left, right) => left.name === right.name && left.cohortId === right.cohortId,
)

export const VARIABLE_EDITS_KEY = 'variable-edits'

/** Edits proposed by administrators and their outcomes; newest first. */
export const variableEditsAtom = resourceFamily((variableName: string) =>
  resource({
    endpoint: variableEdits,
    request: { variableName },
    key: [VARIABLE_EDITS_KEY, variableName],
    read: (answer) => answer.data,
  }),
)
