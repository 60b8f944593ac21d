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

/** Lazy: the first screen does not need it. */
async function report(store: Store, before: readonly string[]): Promise<void> {
  const { reportChosen } = await import('#entities/variables/working-set-selection.ts')
  reportChosen(store, before)
}

/** Adds a variable to the working set, or removes it, and says which. */
export function toggleInWorkingSet(store: Store, variableName: string): Promise<void> {
  const before = store.get(workingSetAtom)
  const isIn = before.includes(variableName)
  store.set(workingSetAtom, isIn ? before.filter((name) => name !== variableName) : [...before, variableName])
  return report(store, before)
}

export function clearWorkingSet(store: Store): Promise<void> {
  const before = store.get(workingSetAtom)
  store.set(workingSetAtom, [])
  return report(store, before)
}
