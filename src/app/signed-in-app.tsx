import { atom, useAtomValue, useStore } from 'jotai'
import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import type { CallSettings } from '#api/call.ts'
import { createOpenFile, createSendBytes } from '#api/files.ts'
import { argumentSources } from '#app/argument-sources.tsx'
import { Dialogs } from '#app/dialogs.tsx'
import { Header } from '#app/header.tsx'
import { preloadPanes, preloadScreens, screenRoutes } from '#app/screen-routes.tsx'
import { SecondFactorGate, type SignedInProps } from '#app/session-gate.tsx'
import type { Store } from '#command-kit/context.ts'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { type ContextParts, CommandProvider } from '#command-kit/kit.tsx'
import { paletteAtom } from '#command-kit/palette/palette-state.ts'
import { Palette } from '#command-kit/palette/palette.tsx'
import { createRegistry, type Registry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { TOOLTIP_FADE_MILLISECONDS } from '#domain/limits.ts'
import { CURRENT_PROJECT_KEY, currentProjectAtom, PROJECTS_KEY } from '#entities/projects/projects.ts'
import {
  createQueryClient,
  queryClientAtom,
  callAtom,
  openFileAtom,
  sendBytesAtom,
} from '#entities/server-state/services.ts'
import { refetchFailures } from '#entities/session/connection.ts'
import { capabilitiesAtom, readerAtom, userAtom } from '#entities/session/session.ts'
import { tourAtom } from '#entities/session/tour.ts'
import { ConnectionBanner } from '#features/connection/connection-banner.tsx'
import { explorerOpenAtom } from '#features/explorer/state.ts'
import { TOUR_LENGTH } from '#features/help/use-cases.ts'
import { optionalPart } from '#ui/optional-part.ts'
import { DialogPage } from '#ui/overlays/dialogs-shown.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, pathOf, showPaneFailureAtom, workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import { createWorkspacePort } from '#workspace/workspace-port.ts'
import { Workspace } from '#workspace/workspace.tsx'
import styles from '#app/app.module.css'

const StatusBar = lazy(() => import('#app/status-bar.tsx'))
const Explorer = lazy(() => import('#features/explorer/explorer.tsx'))
/** Lazy: no first screen needs them. Without their code the session ends without a warning, and buttons lack tooltips. */
const SessionWarning = optionalPart(async () => (await import('#features/session/session-warning.tsx')).SessionWarning)
const Tooltip = optionalPart(async () => (await import('#ui/overlays/tooltip.tsx')).Tooltip)

/** Makes what a signed-in user sees: header, panes and dialogs. */
export function createSignedInApp(
  store: Store,
  settings: CallSettings,
  endEarlyKeys: () => void,
): ComponentType<SignedInProps> {
  store.set(queryClientAtom, createQueryClient())
  store.set(sendBytesAtom, { sendBytes: createSendBytes(settings) })
  store.set(openFileAtom, { openFile: createOpenFile(settings) })
  refetchProjectOnFocus(store)
  refetchFailures(store)

  const registry = createRegistry(commands)
  const history = createWorkspaceHistory({ store, isRoute: registry.isRoute })
  preloadPanes(registry, store)
  const workspace = createWorkspacePort({ history, registry })
  const routes = screenRoutes(registry)

  return function SignedIn({ statusPlace }) {
    // The key listener takes over in its own effect, which is before this one.
    useEffect(endEarlyKeys, [])
    // A palette that was opened while the page loaded is rendered before the page behind it.
    const isPageDue = useDeferredValue(true, !store.get(paletteAtom).isOpen)
    return (
      <Commands registry={registry} workspace={workspace}>
        <SecondFactorGate>
          <Page>
            {isPageDue && (
              <>
                <div>
                  <Header />
                  <Tour />
                </div>
                <div className={styles['middle']}>
                  <ExplorerRail />
                  <Workspace history={history} routes={routes} />
                </div>
                <ConnectionBanner />
                <Suspense>{statusPlace && createPortal(<StatusBar />, statusPlace)}</Suspense>
              </>
            )}
            <KeyListener />
            <Palette />
            <Dialogs />
          </Page>
        </SecondFactorGate>
        <Suspense>
          <SessionWarning />
          <Tooltip fadeMilliseconds={TOOLTIP_FADE_MILLISECONDS} />
        </Suspense>
      </Commands>
    )
  }
}

/** The current project is stored on the server; another window may have changed it. */
function refetchProjectOnFocus(store: Store): void {
  window.addEventListener('focus', () => {
    if (store.get(userAtom) === null) return
    const client = store.get(queryClientAtom)
    for (const queryKey of [PROJECTS_KEY, CURRENT_PROJECT_KEY]) void client.invalidateQueries({ queryKey })
  })
}

/** Has its width before the explorer is loaded. */
function ExplorerRail() {
  const isOpen = useAtomValue(explorerOpenAtom)
  const [isShown, setIsShown] = useState(isOpen)
  // The end of a session changes nothing behind the login form.
  if (isOpen !== null && isOpen !== isShown) setIsShown(isOpen)
  return (
    isShown && (
      <nav className={styles['rail']} aria-label="Explorer">
        <Suspense>
          <Explorer />
        </Suspense>
      </nav>
    )
  )
}

interface CommandsProps {
  registry: Registry
  workspace: ContextParts['workspace']
  children: ReactNode
}

/** Provides the command context of the signed-in user. */
function Commands({ registry, workspace, children }: CommandsProps) {
  const store = useStore()
  useEffect(() => preloadScreens(registry, store), [registry, store])
  const { call } = useAtomValue(callAtom)
  const user = useAtomValue(userAtom)
  const reader = useAtomValue(readerAtom)
  const current = useAtomValue(currentProjectAtom)
  const capabilities = useAtomValue(capabilitiesAtom)
  const toast = useMemo(
    () => ({
      success: (text: string) => {
        showSuccess(text)
        store.set(showPaneFailureAtom, store.get(focusedIdAtom), '')
      },
      error: showError,
      failure: (text: string) => {
        showError(text)
        store.set(showPaneFailureAtom, store.get(focusedIdAtom), text)
      },
    }),
    [store],
  )
  const context = useMemo(
    () => ({
      user: user && { username: user.username, isAdmin: reader.isAdmin, collections: reader.collections },
      project: current && { projectId: current.projectId, name: current.name },
      capabilities,
      workspace,
      toast,
      call,
      store,
    }),
    [user, reader, current, capabilities, workspace, toast, call, store],
  )
  return (
    <CommandProvider registry={registry} sources={argumentSources} context={context}>
      {children}
    </CommandProvider>
  )
}

const pageAtom = atom((get) =>
  get(workspaceAtom)
    .panes.map(({ url }) => pathOf(url))
    .join(' '),
)

function Page({ children }: { children: ReactNode }) {
  return <DialogPage value={useAtomValue(pageAtom)}>{children}</DialogPage>
}

const TourStrip = lazy(() => import('#features/help/tour-strip.tsx'))

/** The running tour. */
function Tour() {
  const tour = useAtomValue(tourAtom)
  if (typeof tour !== 'number') return null
  return (
    <Suspense fallback={null}>
      <TourStrip place={Math.min(tour, TOUR_LENGTH - 1)} />
    </Suspense>
  )
}
