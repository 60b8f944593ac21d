import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactElement } from 'react'
import { useLocation } from 'react-router-dom'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { RouteParams } from '#command-kit/declaration.ts'
import type { Registry, RouteEntry } from '#command-kit/registry.ts'
import { PAGE_NOT_FOUND_TEXT } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadedScreen, loadScreen, type ScreenComponent } from '#workspace/screen-loading.ts'

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
    <Suspense key={match.id} fallback={<Skeleton lines={6} />}>
      <Screen {...part} params={match.params} search={search} />
    </Suspense>
  )
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
