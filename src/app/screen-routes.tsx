import { lazy, Suspense, useState, type ComponentType, type ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundScreen } from '#app/not-found-screen.tsx'
import type { Registry, RouteEntry } from '#command-kit/registry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadedScreen, loadScreen } from '#workspace/screen-loading.ts'

/** One route element for each route command, made once; every pane shows the same. */
export function screenRoutes(registry: Registry): ReactElement {
  return (
    <Routes>
      {registry.routes.map(({ id, path, screen }) => (
        <Route
          key={id}
          path={path}
          element={
            <Suspense key={id} fallback={<Skeleton lines={6} />}>
              <Screen load={screen} late={lazy(() => loadScreen(screen))} />
            </Suspense>
          }
        />
      ))}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

interface ScreenProps {
  load: RouteEntry['screen']
  late: ComponentType
}

/** A screen, at once where its code is there; which of the two it is stays so: the other would begin anew. */
function Screen({ load, late }: ScreenProps) {
  const [Shown] = useState(() => loadedScreen(load) ?? late)
  return <Shown />
}
