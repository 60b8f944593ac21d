import type { Store } from '#command-kit/context.ts'
import { CURRENT_PROJECT_KEY, PROJECTS_KEY } from '#entities/projects.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import { userAtom } from '#entities/session.ts'

/** The current project is the server's: whoever comes back to this window may have changed it in another. */
export function askOnFocus(store: Store): void {
  window.addEventListener('focus', () => {
    if (store.get(userAtom) === null) return
    const client = store.get(queryClientAtom)
    for (const queryKey of [PROJECTS_KEY, CURRENT_PROJECT_KEY]) void client.invalidateQueries({ queryKey })
  })
}
