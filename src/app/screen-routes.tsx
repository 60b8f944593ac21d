import { useStore } from 'jotai'
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactElement } from 'react'
import { useLocation } from 'react-router-dom'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Store } from '#command-kit/context.ts'
import type { RouteParams } from '#command-kit/declaration.ts'
import { beginsInField, keepKeys } from '#command-kit/keys/kept-keys.ts'
import { loadPalette } from '#command-kit/palette/palette.tsx'
import type { Registry, RouteEntry } from '#command-kit/registry.ts'
import { PAGE_NOT_FOUND_TEXT } from '#domain/messages.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import { workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import { loadedScreen, loadScreen, type ScreenComponent, preloadScreen } from '#workspace/screen-loading.ts'

/** Preloads the code of the URL's screens and of the palette during the first render. */
export function preloadPanes(registry: Registry, store: Store): void {
  void loadPalette().catch(() => undefined)
  for (const { url } of store.get(workspaceAtom).panes) {
    const screen = registry.screenOf(url)
    if (screen !== null) void preloadScreen(screen)
  }
}

/** Must open without a connection. */
const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('#entities/dialogs/open-delete-dialog.tsx'),
  () => import('#entities/dialogs/open-naming-dialog.tsx'),
  () => import('#features/variables/variable/edit-variable-dialog.tsx'),
]

const PAUSE_MILLISECONDS = 250

/** Preloads all screens and dialogs, one each idle period without requests: their responses come first. */
export function preloadScreens(registry: Registry, store: Store): void {
  const waiting = [
    ...registry.routes.map(
      ({ screen }) =>
        () =>
          preloadScreen(screen),
    ),
    ...DIALOGS,
  ]
  const loadNext = () => {
    if (store.get(queryClientAtom).isFetching() > 0) {
      setTimeout(loadNext, PAUSE_MILLISECONDS)
      return
    }
    const load = waiting.shift()
    if (load !== undefined) {
      void load()
        .catch(() => undefined)
        .then(() => whenIdle(loadNext))
    }
  }
  whenIdle(loadNext)
}

/** The screen of a pane's URL; constant, for the router of each pane. */
export function screenRoutes(registry: Registry): ReactElement {
  const parts = new Map(
    registry.routes.map((route): [RouteEntry['id'], ScreenParts] => [
      route.id,
      {
        route,
        unknown: route.unknown ? lazy(route.unknown) : NotFoundScreen,
      },
    ]),
  )
  return <PaneScreen registry={registry} parts={parts} />
}

interface ScreenParts {
  readonly route: RouteEntry
  readonly unknown: ComponentType<{ id: string }>
}

interface PaneScreenProps {
  registry: Registry
  parts: ReadonlyMap<RouteEntry['id'], ScreenParts>
}

/** Not React Router's Routes, which would rank and match all routes again. */
function PaneScreen({ registry, parts }: PaneScreenProps) {
  const { pathname, search } = useLocation()
  const match = registry.matchOf(pathname)
  const part = match && parts.get(match.id)
  if (!part) return <NotFoundScreen />
  return (
    <Suspense key={match.id} fallback={<LoadingScreen id={match.id} />}>
      <Screen {...part} params={match.params} search={search} />
    </Suspense>
  )
}

function LoadingScreen({ id }: Pick<RouteEntry, 'id'>) {
  const store = useStore()
  useEffect(() => (beginsInField(id) ? keepKeys(store) : undefined), [id, store])
  return <Skeleton lines={6} />
}

interface ScreenProps extends ScreenParts {
  params: RouteParams
  search: string
}

/** A screen with its arguments. */
function Screen({ route, unknown: Unknown, params, search }: ScreenProps) {
  const args = useMemo(() => route.fromTarget(params, new URLSearchParams(search)), [route, params, search])
  const load = (args === null ? undefined : route.otherScreen?.(args)) ?? route.screen
  const [shown, setShown] = useState(() => shownScreen(load))
  if (shown.load !== load) setShown(shownScreen(load))
  const { Component } = shown
  return args === null ? <Unknown id={params['id'] ?? ''} /> : <Component args={args} />
}

const lateScreens = new WeakMap<RouteEntry['screen'], ScreenComponent>()

/** Static if loaded, else lazy; a component keeps its first choice, for a switch would remount the screen. */
function shownScreen(load: RouteEntry['screen']): {
  readonly load: RouteEntry['screen']
  readonly Component: ScreenComponent
} {
  const late = lateScreens.get(load) ?? lazy(() => loadScreen(load))
  lateScreens.set(load, late)
  return { load, Component: loadedScreen(load) ?? late }
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
