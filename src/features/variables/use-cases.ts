import type { createStore } from 'jotai'
import type { Contributor } from '#contract/shapes/entities.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'

type Store = ReturnType<typeof createStore>

/** A variable's codebook page: null if it has none, undefined while loading. */
export function codebookOf(
  store: Pick<Store, 'get'>,
  variableName: string,
): Pick<Contributor, 'pdfFile' | 'pdfPage'> | null | undefined {
  const variable = store.get(variableAtom({ name: variableName })).data
  if (variable === undefined) return undefined
  return variable?.contributors.find(({ pdfFile: file }) => file !== '') ?? null
}

/** Adds a variable to the working set, or removes it. */
export function toggleInWorkingSet(store: Store, variableName: string): void {
  store.set(workingSetAtom, (names) =>
    names.includes(variableName) ? names.filter((name) => name !== variableName) : [...names, variableName],
  )
}

export function clearWorkingSet(store: Store): void {
  store.set(workingSetAtom, [])
}
