import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { tourAtom } from '#entities/tour.ts'
import { TOUR_STEPS } from '#features/help/tour-steps.ts'

const TourStrip = lazy(() => import('#features/help/tour-strip.tsx'))

/** The running tour. */
export function Tour() {
  const tour = useAtomValue(tourAtom)
  if (typeof tour !== 'number') return null
  return (
    <Suspense fallback={null}>
      <TourStrip place={Math.min(tour, TOUR_STEPS.length - 1)} />
    </Suspense>
  )
}
