import { useStore } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { draftIdIn } from '#workspace/drafts/draft-storage.ts'
import { focusedIdAtom, paneAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'

/**
 * Navigates after a save or deletion, in the pane that requested it. The request may have been delayed: if the pane has
 * navigated since, the user stays there and a toast reports the outcome (null if one was shown).
 */
export function useNextScreen(): (next: Invocation, outcome: string | null) => Promise<void> {
  const store = useStore()
  const paneId = usePaneId()
  const registry = useRegistry()
  const run = useRunCommand()
  const navigate = useNavigate()
  const asked = useLocation()
  return async (next, outcome) => {
    const url = store.get(paneAtom(paneId))?.url
    if (url === undefined || !isSamePage(asked, url)) {
      if (outcome !== null) showSuccess(outcome)
      return
    }
    if (store.get(focusedIdAtom) === paneId) return void (await run(next))
    const address = registry.addressOf(next)
    if (address !== null) await navigate(address)
  }
}

/** A change during the request adds the draft id to the URL. */
function isSamePage(before: Pick<Location, 'pathname' | 'search'>, url: string): boolean {
  const [pathname, search] = url.split('?', 2)
  const draft = draftIdIn(new URLSearchParams(before.search))
  return before.pathname === pathname && (draft === null || draft === draftIdIn(new URLSearchParams(search)))
}
