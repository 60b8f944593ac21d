import { atom } from 'jotai'
import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

const chosenAtom = userStorageAtom<boolean | null>('explorer', v.nullable(v.boolean()), null)

const NARROW = '(width < 900px)'

/** Whether the explorer covers the panes, for lack of width. */
export function isOverlay(): boolean {
  return window.matchMedia(NARROW).matches
}

/** Opened in a narrow window, which it covers, until the user or another width closes it; a new object each time. */
const overlayAtom = atom({ isOpen: false })
overlayAtom.onMount = (set) => {
  const width = window.matchMedia(NARROW)
  const close = () => set({ isOpen: false })
  width.addEventListener('change', close)
  return () => width.removeEventListener('change', close)
}

/** Whether the explorer is shown; unless the user has chosen, on wide screens. Null without a user. */
export const explorerOpenAtom = atom(
  (get): boolean | null => {
    const user = get(userAtom)
    if (user === null) return null
    const chosen = get(chosenAtom(user.username))
    const { isOpen } = get(overlayAtom)
    if (isOverlay()) return isOpen
    return chosen ?? window.matchMedia('(width >= 1280px)').matches
  },
  (get, set, isOpen: boolean) => {
    set(overlayAtom, { isOpen: isOpen && isOverlay() })
    if (!isOverlay()) set(chosenAtom(get(userAtom)?.username ?? ''), isOpen)
  },
)

/** True if the user has just opened the explorer, which then takes the focus. */
export const explorerFocusAtom = atom(false)

export function toggleExplorer({ store }: { readonly store: Pick<Store, 'get' | 'set'> }): void {
  const isOpen = !store.get(explorerOpenAtom)
  store.set(explorerFocusAtom, isOpen)
  store.set(explorerOpenAtom, isOpen)
}
