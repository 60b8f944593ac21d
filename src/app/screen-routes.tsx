import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactElement } from 'react'
import { Route, Routes, useLocation, useParams } from 'react-router-dom'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Registry, RouteEntry } from '#command-kit/registry.ts'
import { PAGE_NOT_FOUND_TEXT } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadedScreen, loadScreen, type ScreenComponent } from '#workspace/screen-loading.ts'

/** One constant route a screen, for the router of each pane. */
export function screenRoutes(registry: Registry): ReactElement {
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
