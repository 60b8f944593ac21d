import { atom, type Atom, type PrimitiveAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { PaneId } from '#workspace/panes/panes.ts'

const families = new Set<{ readonly remove: (id: PaneId) => void }>()

/**
 * State of a pane's screen: readable and writable by other panes, commands and tests. Reset when the pane shows another
 * page.
 */
export function screenAtom<AtomType extends Atom<unknown>>(make: (id: PaneId) => AtomType): (id: PaneId) => AtomType {
  const family = atomFamily<PaneId, AtomType>(make)
  families.add(family)
  return family
}

/** A primitive state of a pane's screen; starts with `initial` on each page. */
export function screenState<Value>(initial: Value): (id: PaneId) => PrimitiveAtom<Value> {
  return screenAtom(() => atom(initial))
}

/** Resets the state of a pane's screen: navigation, or closing. */
export function forgetScreen(id: PaneId): void {
  for (const family of families) family.remove(id)
}
