import { createStore, Provider } from 'jotai'
import { StrictMode, type ReactElement } from 'react'
import { createCall } from '#api/call.ts'
import { createConnection, type Connection } from '#api/connection.ts'
import { sendEarly } from '#api/early-responses.ts'
import { isUnanswered } from '#api/request.ts'
import { ApiError } from '#api/result.ts'
import { AppErrorBoundary } from '#app/app-error-boundary.tsx'
import { App } from '#app/app.tsx'
import type { SignedInApp } from '#app/session-gate.tsx'
import type { Store } from '#command-kit/context.ts'
import { forgetEarlyPalette, takeEarlyPaletteKeys } from '#command-kit/palette/early-palette.ts'
import { version } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { EARLY_REQUEST, SESSION_META } from '#domain/session-hint.ts'
import { connectionAtom, connectionStateAtom } from '#entities/connection.ts'
import { callAtom } from '#entities/services.ts'
import type { SessionResource } from '#entities/session-resource.ts'
import {
  capabilitiesAtom,
  externalLoginAtom,
  readExternalLogin,
  userAtom,
  userinfoAtom,
  versionAtom,
} from '#entities/session.ts'
import { followTheme } from '#features/appearance/use-cases.ts'
import { noteAnswer } from '#features/session/last-response.ts'
import { forgetUser } from '#features/session/log-in.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { idempotencyKeyStore } from '#workspace/drafts/idempotency-keys.ts'

/** The composition root of the front end. The login is loaded with it, everything else once there is a session. */
export function createApp(): ReactElement {
  const store = createStore()
  const { fetch, drop } = sendEarly(globalThis.fetch.bind(globalThis), earlyRequests())
  store.set(externalLoginAtom, readExternalLogin())
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
  store.sub(userAtom, () => {
    if (store.get(userAtom) === null) drop()
  })
  followTheme(store, document.documentElement)

  const endEarlyKeys = isSessionLikely() ? takeEarlyKeys(store) : () => undefined
  const signedIn = loadedOnce(async () => {
    const { createSignedInApp } = await import('#app/signed-in-app.tsx')
    return createSignedInApp(store, settings, endEarlyKeys)
  })
  // Beside the request for the user, which the code would otherwise wait for.
  if (isSessionLikely()) void signedIn.load().catch(() => undefined)

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

/** Whether the request for the page came with a cookie. */
function isSessionLikely(): boolean {
  return document.querySelector(`meta[name="${SESSION_META}"]`) !== null
}

/** The addresses that the head of the page names. */
function earlyRequests(): string[] {
  return [...document.querySelectorAll(`link[${EARLY_REQUEST}]`)].flatMap((link) => link.getAttribute('href') ?? [])
}

/** The palette's keys, until there is a listener of all keys, or no session after all. */
function takeEarlyKeys(store: Store): () => void {
  const end = takeEarlyPaletteKeys(store)
  const stop = store.sub(userinfoAtom, () => {
    if (store.get(userinfoAtom).isPending) return
    stop()
    if (store.get(userAtom) !== null) return
    end()
    forgetEarlyPalette(store)
  })
  return end
}

/** Code that is loaded once; a failure is forgotten, so that the next request tries again. */
function loadedOnce(make: () => Promise<NonNullable<SignedInApp['loaded']>>): SignedInApp {
  let request: ReturnType<SignedInApp['load']> | null = null
  const signedIn: SignedInApp = {
    loaded: null,
    load: () => {
      request ??= make().then(
        (component) => (signedIn.loaded = component),
        (error: unknown) => {
          request = null
          throw error
        },
      )
      return request
    },
  }
  return signedIn
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
