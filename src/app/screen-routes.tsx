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
        late: lazy(() => loadScreen(route.screen)),
        unknown: route.unknown ? lazy(route.unknown) : NotFoundScreen,
      },
    ]),
  )
  return <PaneScreen registry={registry} parts={parts} />
}

interface ScreenParts {
  readonly route: RouteEntry
  readonly late: ScreenComponent
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

/** A screen with its arguments. Static or lazy is decided once: a switch would remount the screen. */
function Screen({ route, late, unknown: Unknown, params, search }: ScreenProps) {
  const [Shown] = useState(() => loadedScreen(route.screen) ?? late)
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
