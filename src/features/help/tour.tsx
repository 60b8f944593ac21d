import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { tourAtom } from '#entities/tour.ts'
import { TOUR_LENGTH } from '#features/help/use-cases.ts'

const TourStrip = lazy(() => import('#features/help/tour-strip.tsx'))

/** The running tour. */
export function Tour() {
  const tour = useAtomValue(tourAtom)
  if (typeof tour !== 'number') return null
  return (
    <Suspense fallback={null}>
      <TourStrip place={Math.min(tour, TOUR_LENGTH - 1)} />
    </Suspense>
  )
}
