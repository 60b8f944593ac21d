import { lazy, Suspense, type ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundScreen } from '#app/not-found-screen.tsx'
import type { Registry } from '#command-kit/registry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { loadScreen } from '#workspace/screen-loading.ts'

/** One route element for each route command, made once; every pane shows the same. */
export function screenRoutes(registry: Registry): ReactElement {
  return (
    <Routes>
      {registry.routes.map(({ id, path, screen }) => {
        const Screen = lazy(() => loadScreen(screen))
        return (
          <Route
            key={id}
            path={path}
            element={
              <Suspense fallback={<Skeleton lines={6} />}>
                <Screen />
              </Suspense>
            }
          />
        )
      })}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
