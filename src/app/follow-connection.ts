import { ApiError } from '#api/api-error.ts'
import { createConnection, type Connection } from '#api/connection.ts'
import { isUnanswered } from '#api/request.ts'
import type { Store } from '#command-kit/context.ts'
import { version } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { connectionAtom, connectionStateAtom } from '#entities/connection.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import { showSuccess } from '#ui/toasts.ts'

/** Who is there answers this at once, and who takes longer is as good as gone. */
const PING_MILLISECONDS = 5_000

/** Follows the connection for as long as the page is there, and asks anew what failed for want of it. */
export function followConnection(store: Store, fetch: typeof globalThis.fetch): Connection {
  const connection = createConnection({
    ping: async () => {
      const answer = await fetch(`${API_PREFIX}${version.path}`, {
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PING_MILLISECONDS),
      })
      return !isUnanswered(answer.status)
    },
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  connection.subscribe((state) => {
    const wasDown = store.get(connectionStateAtom).isDown
    store.set(connectionStateAtom, state)
    if (wasDown && !state.isDown) {
      showSuccess('The server answers again.')
      askAnew(store)
    }
  })
  store.set(connectionAtom, { connection })
  window.addEventListener('online', () => connection.tryNow())
  window.addEventListener('offline', () => connection.lost())
  return connection
}

function askAnew(store: Store): void {
  void store.get(queryClientAtom).refetchQueries({
    predicate: ({ state: { error } }) => error instanceof ApiError && isUnanswered(error.failure.status),
  })
}
