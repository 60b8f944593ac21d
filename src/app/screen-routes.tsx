import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactElement } from 'react'
import { Route, Routes, useLocation, useParams } from 'react-router-dom'
import { NotFoundScreen } from '#app/not-found-screen.tsx'
import type { Registry, RouteEntry } from '#command-kit/registry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadedScreen, loadScreen, type ScreenComponent } from '#workspace/screen-loading.ts'

/** One route element for each route command, made once; every pane shows the same. */
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

/** A screen with its arguments, at once where its code is there; which of the two it is stays so: the other would begin anew. */
function Screen({ route, late, unknown: Unknown }: ScreenProps) {
  const [Shown] = useState(() => loadedScreen(route.screen) ?? late)
  const params = useParams()
  const { search } = useLocation()
  const args = useMemo(() => route.fromTarget(params, new URLSearchParams(search)), [route, params, search])
  return args === null ? <Unknown id={params['id'] ?? ''} /> : <Shown args={args} />
}
