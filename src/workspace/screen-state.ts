import { atom, type Atom, type PrimitiveAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { PaneId } from '#workspace/panes.ts'

const families = new Set<{ readonly remove: (id: PaneId) => void }>()

/**
 * An atom of the screen that a pane shows, one for each pane. Other panes, commands and tests may read and write it. It
 * lasts as long as the pane stays on that page.
 */
export function screenAtom<AtomType extends Atom<unknown>>(make: (id: PaneId) => AtomType): (id: PaneId) => AtomType {
  const family = atomFamily<PaneId, AtomType>(make)
  families.add(family)
  return family
}

/** One value of the screen that a pane shows; it begins with `initial` on each page. */
export function screenState<Value>(initial: Value): (id: PaneId) => PrimitiveAtom<Value> {
  return screenAtom(() => atom(initial))
}

/** Begins anew what the screen of a pane keeps: the pane shows another page, or is closed. */
export function forgetScreen(id: PaneId): void {
  for (const family of families) family.remove(id)
}
