import styles from '#app/app.module.css'
import { useAtomValue, useStore } from 'jotai'
import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { Footer } from '#app/footer.tsx'
import { Header } from '#app/header.tsx'
import { preloadScreens } from '#app/preload-screens.ts'
import { SecondFactorGate, SessionGate } from '#app/session-gate.tsx'
import { type ContextParts, CommandProvider } from '#command-kit/kit.tsx'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { Palette } from '#command-kit/palette/palette.tsx'
import type { Registry } from '#command-kit/registry.ts'
import { TOAST_MILLISECONDS, TOOLTIP_FADE_MILLISECONDS } from '#domain/limits.ts'
import { callAtom } from '#entities/services.ts'
import { currentProjectAtom } from '#entities/projects.ts'
import { ConnectionBanner } from '#features/connection/connection-banner.tsx'
import { explorerOpenAtom } from '#features/explorer/state.ts'
import { TOUR_LENGTH } from '#features/help/use-cases.ts'
import { tourAtom } from '#entities/tour.ts'
import { capabilitiesAtom, readerAtom, userAtom } from '#entities/session.ts'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import type { WorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, showPaneFailureAtom } from '#workspace/panes/pane-atoms.ts'
import { Workspace } from '#workspace/workspace.tsx'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import {
  projectRowsAtom,
  cohortRowsAtom,
  variableSetRowsAtom,
  variableRowsAtom,
} from '#entities/sources/choice-rows.ts'

interface AppProps {
  registry: Registry
  history: WorkspaceHistory
  workspace: ContextParts['workspace']
  routes: ReactElement
}

/** A part loaded after the first paint; without its code the app works without it. */
function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy((): Promise<{ default: ComponentType<Props> }> => load().catch(() => ({ default: () => null })))
}

/** Without it, texts in place still report failures. */
const Toaster = late(() => import('#ui/overlays/toaster.tsx'))

const Tooltip = late(async () => ({ default: (await import('#ui/overlays/tooltip.tsx')).Tooltip }))
const StatusBar = late(() => import('#app/status-bar.tsx'))
const Explorer = late(() => import('#features/explorer/explorer.tsx'))
const Dialogs = late(() => import('#app/dialogs.tsx'))
const SessionWarning = late(async () => ({
  default: (await import('#features/session/session-warning.tsx')).SessionWarning,
}))

/** The signed-in app: header, panes, footer and dialogs. */
export function App({ registry, history, workspace, routes }: AppProps) {
  const [statusPlace, setStatusPlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles['app']}>
      <SessionGate>
        <Commands registry={registry} workspace={workspace}>
          <SecondFactorGate>
            <div>
              <Header />
              <Tour />
            </div>
            <div className={styles['middle']}>
              <ExplorerRail />
              <Workspace history={history} routes={routes} />
            </div>
            {/* Appears unasked, so it is placed below and shifts no content. */}
            <ConnectionBanner />
            <KeyListener />
            <Palette />
            <Suspense>
              <Dialogs />
            </Suspense>
            <Suspense fallback={null}>{statusPlace && createPortal(<StatusBar />, statusPlace)}</Suspense>
          </SecondFactorGate>
          <Suspense fallback={null}>
            <SessionWarning />
          </Suspense>
        </Commands>
      </SessionGate>
      <Footer statusPlace={setStatusPlace} />
      <Suspense fallback={null}>
        <Toaster milliseconds={TOAST_MILLISECONDS} />
      </Suspense>
      <Suspense>
        <Tooltip fadeMilliseconds={TOOLTIP_FADE_MILLISECONDS} />
      </Suspense>
    </div>
  )
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
  useEffect(() => preloadScreens(registry), [registry])
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

const VariablePreview = lazy(async () => ({
  default: (await import('#entities/sources/variable-preview.tsx')).VariablePreview,
}))
const CohortPreview = lazy(async () => ({
  default: (await import('#entities/sources/cohort-preview.tsx')).CohortPreview,
}))

/** Searchable things of the palette, and sources of command arguments. */
const argumentSources: readonly ArgumentSource[] = [
  {
    kind: 'variable',
    label: 'Variables',
    prefix: 'v',
    rows: variableRowsAtom,
    search: async (text, ports) => (await import('#entities/sources/search-variables.ts')).searchVariables(text, ports),
    toInvocation: (value) => invocationOf('variable.show', { variableName: String(value) }),
    page: { name: 'catalog', toInvocation: (text) => invocationOf('variables.search', { text }) },
    Preview: VariablePreview,
  },
  {
    kind: 'cohort',
    label: 'Cohorts',
    prefix: 'c',
    rows: cohortRowsAtom,
    toInvocation: (value) => invocationOf('cohort.show', { cohortId: Number(value) }),
    Preview: CohortPreview,
  },
  {
    kind: 'variable-set',
    label: 'Variable sets',
    prefix: 's',
    rows: variableSetRowsAtom,
    toInvocation: (value) => invocationOf('variable-set.show', { variableSetId: Number(value) }),
  },
  {
    kind: 'project',
    label: 'Projects',
    prefix: 'p',
    rows: projectRowsAtom,
    toInvocation: (value) => invocationOf('project.show', { projectId: Number(value) }),
  },
]

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
