import { createStore, Provider } from 'jotai'
import { StrictMode, type ReactElement, lazy, Suspense, useMemo, useState, type ComponentType } from 'react'
import { createCall } from '#api/call.ts'
import { createOpenFile, createSendBytes } from '#api/files.ts'
import { App } from '#app/app.tsx'
import { AppErrorBoundary } from '#app/app-error-boundary.tsx'
import { preloadPanes } from '#app/preload-screens.ts'
import { commands } from '#commands/index.ts'
import { createRegistry, type Registry, type RouteEntry } from '#command-kit/registry.ts'
import { callAtom, openFileAtom, sendBytesAtom, createQueryClient, queryClientAtom } from '#entities/services.ts'
import { capabilitiesAtom, userAtom, externalLoginAtom, readExternalLogin } from '#entities/session.ts'
import { connectionAtom, connectionStateAtom } from '#entities/connection.ts'
import { followTheme } from '#features/appearance/use-cases.ts'
import { noteAnswer } from '#features/session/last-response.ts'
import { forgetUser } from '#features/session/use-cases.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { idempotencyKeyStore } from '#workspace/drafts/idempotency-keys.ts'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { createWorkspacePort } from '#workspace/workspace-port.ts'
import type { Store } from '#command-kit/context.ts'
import { CURRENT_PROJECT_KEY, PROJECTS_KEY } from '#entities/projects.ts'
import { ApiError } from '#api/result.ts'
import { createConnection, type Connection } from '#api/connection.ts'
import { isUnanswered } from '#api/request.ts'
import { version } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { Route, Routes, useLocation, useParams } from 'react-router-dom'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadedScreen, loadScreen, type ScreenComponent } from '#workspace/screen-loading.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import { PAGE_NOT_FOUND_TEXT } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'

/** The composition root of the front end; tests pass the server's request function as fetch. */
export function createApp(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): ReactElement {
  const store = createStore()
  store.set(queryClientAtom, createQueryClient())
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
  store.set(sendBytesAtom, { sendBytes: createSendBytes(settings) })
  store.set(openFileAtom, { openFile: createOpenFile(settings) })

  refetchProjectOnFocus(store)
  followTheme(store, document.documentElement)

  const registry = createRegistry(commands)
  const history = createWorkspaceHistory({ store, isRoute: registry.isRoute })
  preloadPanes(registry, store)
  const workspace = createWorkspacePort({ history, registry })

  return (
    <StrictMode>
      <Provider store={store}>
        <AppErrorBoundary>
          <App registry={registry} history={history} workspace={workspace} routes={screenRoutes(registry)} />
        </AppErrorBoundary>
      </Provider>
    </StrictMode>
  )
}

/** The current project is stored on the server; another window may have changed it. */
function refetchProjectOnFocus(store: Store): void {
  window.addEventListener('focus', () => {
    if (store.get(userAtom) === null) return
    const client = store.get(queryClientAtom)
    for (const queryKey of [PROJECTS_KEY, CURRENT_PROJECT_KEY]) void client.invalidateQueries({ queryKey })
  })
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
      refetchFailed(store)
    }
  })
  store.set(connectionAtom, { connection })
  window.addEventListener('online', () => connection.tryNow())
  window.addEventListener('offline', () => connection.lost())
  return connection
}

function refetchFailed(store: Store): void {
  void store.get(queryClientAtom).refetchQueries({
    predicate: ({ state: { error } }) => error instanceof ApiError && isUnanswered(error.failure.status),
  })
}

function screenRoutes(registry: Registry): ReactElement {
  return (
    <Routes>
      {registry.routes.map((route) => (
        <Route
          key={route.id}
          path={route.path}
          element={
            <Suspense key={route.id} fallback={<Skeleton lines={6} />}>
              <Screen
                route={route}
                late={lazy(() => loadScreen(route.screen))}
                unknown={route.unknown ? lazy(route.unknown) : NotFoundScreen}
              />
            </Suspense>
          }
        />
      ))}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

interface ScreenProps {
  route: RouteEntry
  late: ScreenComponent
  unknown: ComponentType<{ id: string }>
}

/** A screen with its arguments. Static or lazy is decided once: a switch would remount the screen. */
function Screen({ route, late, unknown: Unknown }: ScreenProps) {
  const [Shown] = useState(() => loadedScreen(route.screen) ?? late)
  const params = useParams()
  const { search } = useLocation()
  const args = useMemo(() => route.fromTarget(params, new URLSearchParams(search)), [route, params, search])
  return args === null ? <Unknown id={params['id'] ?? ''} /> : <Shown args={args} />
}

function NotFoundScreen() {
  return (
    <Notice
      title={PAGE_NOT_FOUND_TEXT}
      actions={
        <CommandLink id="dashboard.show" args={{}}>
          Back to the dashboard
        </CommandLink>
      }
    />
  )
}
