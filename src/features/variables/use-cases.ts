import type { createStore } from 'jotai'
import { workingSetAtom } from '#entities/working-set.ts'

type Store = ReturnType<typeof createStore>

/** Puts a variable into the working set, or takes it out. */
export function toggleInWorkingSet(store: Store, variableName: string): void {
  store.set(workingSetAtom, (names) =>
    names.includes(variableName) ? names.filter((name) => name !== variableName) : [...names, variableName],
  )
}

export function clearWorkingSet(store: Store): void {
  store.set(workingSetAtom, [])
}
