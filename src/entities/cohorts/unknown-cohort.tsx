import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const FollowedCohort = lazy(() => import('#entities/cohorts/followed-cohort.tsx'))

/** A cohort that is not there; a replaced one is followed to its new id. */
export function UnknownCohort({ id }: { id: string }) {
  return (
    <Suspense fallback={<Skeleton shape="page" />}>
      <FollowedCohort id={id} />
    </Suspense>
  )
}
