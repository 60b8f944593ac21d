import { createStore, Provider } from 'jotai'
import {
  StrictMode,
  type ReactElement,
  type ComponentType,
  Suspense,
  useState,
  Component,
  type ErrorInfo,
  type ReactNode,
} from 'react'
import { createCall } from '#api/call.ts'
import { createConnection, type Connection } from '#api/connection.ts'
import { isUnanswered } from '#api/request.ts'
import { ApiError } from '#api/result.ts'
import { Footer } from '#app/footer.tsx'
import { SessionGate, type SignedInProps } from '#app/session-gate.tsx'
import { createSignedInApp } from '#app/signed-in-app.tsx'
import type { Store } from '#command-kit/context.ts'
import { forgetEarlyPalette, takeEarlyKeys } from '#command-kit/palette/early-palette.ts'
import { version } from '#contract/session.ts'
import { API_PREFIX, TOAST_MILLISECONDS } from '#domain/limits.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { connectionAtom, connectionStateAtom } from '#entities/session/connection.ts'
import {
  type SessionResource,
  capabilitiesAtom,
  externalLoginAtom,
  readExternalLogin,
  userAtom,
  userinfoAtom,
  versionAtom,
} from '#entities/session/session.ts'
import { followTheme } from '#features/appearance/use-cases.ts'
import { noteAnswer } from '#features/session/last-response.ts'
import { forgetUser } from '#features/session/log-in.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { optionalPart } from '#ui/optional-part.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { idempotencyKeyStore } from '#workspace/drafts/idempotency-keys.ts'
import styles from '#app/app.module.css'

/** Lazy: no first screen needs it. */
const Toaster = optionalPart(async () => (await import('#ui/overlays/toaster.tsx')).Toaster)

/** The outermost error boundary. */
class AppErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={styles['failed']}>
        <Notice
          tone="error"
          title={UNEXPECTED_ERROR}
          actions={
            <>
              <Button variant="primary" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
              <Button variant="quiet" onClick={() => window.location.assign('/')}>
                Back to the dashboard
              </Button>
            </>
          }
        >
          The page failed. Your unsaved work is kept in this browser.
        </Notice>
      </main>
    )
  }
}

/** The composition root of the front end. */
export function createApp(): ReactElement {
  const store = createStore()
  store.set(externalLoginAtom, readExternalLogin())
  const fetch = globalThis.fetch.bind(globalThis)
  const settings = {
    fetch,
    onUnauthorized: () => forgetUser(store),
    onAnswered: noteAnswer,
    onFailure: showError,
    connection: followConnection(store, fetch),
    changeKeys: idempotencyKeyStore(() => store.get(userAtom)?.username ?? null, Date.now),
    knowsChangeKeys: () => store.get(capabilitiesAtom).includes('change-keys'),
  }
  store.set(callAtom, { call: createCall(settings) })
  followTheme(store, document.documentElement)

  const signedIn = createSignedInApp(store, settings, takeKeysWhileLoading(store))
  return (
    <StrictMode>
      <Provider store={store}>
        <AppErrorBoundary>
          <App signedIn={signedIn} />
        </AppErrorBoundary>
      </Provider>
    </StrictMode>
  )
}

/** Keys until there is a listener of all keys, or no session. */
function takeKeysWhileLoading(store: Store): () => void {
  const end = takeEarlyKeys(store)
  const stop = store.sub(userinfoAtom, () => {
    if (store.get(userinfoAtom).isPending) return
    stop()
    if (store.get(userAtom) !== null) return
    end()
    forgetEarlyPalette(store)
  })
  return end
}

function isWithoutAnswer({ error }: SessionResource<unknown>): boolean {
  return error instanceof ApiError && isUnanswered(error.failure.status)
}

/** Timeout of the connection check. */
const PING_TIMEOUT = 5_000

/** Watches the connection and refetches failed queries when it returns. */
function followConnection(store: Store, fetch: typeof globalThis.fetch): Connection {
  const connection = createConnection({
    ping: async () => {
      const answer = await fetch(`${API_PREFIX}${version.path}`, {
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PING_TIMEOUT),
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
      showSuccess('The server responds again.')
      if (isWithoutAnswer(store.get(userinfoAtom))) void store.set(userinfoAtom, 'fetch')
      if (isWithoutAnswer(store.get(versionAtom))) void store.set(versionAtom, 'fetch')
    }
  })
  store.set(connectionAtom, { connection })
  window.addEventListener('online', () => connection.tryNow())
  window.addEventListener('offline', () => connection.lost())
  return connection
}

/** The page: login or work, footer and toasts. */
function App({ signedIn }: { signedIn: ComponentType<SignedInProps> }) {
  const [statusPlace, setStatusPlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles['app']}>
      <SessionGate signedIn={signedIn} statusPlace={statusPlace} />
      <Footer statusPlace={setStatusPlace} />
      <Suspense>
        <Toaster milliseconds={TOAST_MILLISECONDS} />
      </Suspense>
    </div>
  )
}
