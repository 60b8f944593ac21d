import { useStore } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { showSuccess } from '#ui/toasts.ts'
import { draftIdIn } from '#workspace/drafts/draft-url.ts'
import { focusedIdAtom, paneAtom } from '#workspace/pane-atoms.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/**
 * Shows the screen that follows a save or a deletion, in the pane that asked for it. The request may have waited for the
 * connection: where that pane shows another page by now, the user stays there and a toast tells the outcome; null where a toast told it already.
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

/** A change after the request gives a page without a draft its draft id. */
function isSamePage(before: Pick<Location, 'pathname' | 'search'>, url: string): boolean {
  const [pathname, search] = url.split('?', 2)
  const draft = draftIdIn(new URLSearchParams(before.search))
  return before.pathname === pathname && (draft === null || draft === draftIdIn(new URLSearchParams(search)))
}
