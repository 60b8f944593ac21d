import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Cohort } from '#contract/shapes.ts'
import { cohortIdsIn, COHORTS_COMPARED_MAX } from '#domain/cohorts.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import { cohortIdIn } from '#features/cohorts/cohort-id.ts'
import { CohortDetail } from '#features/cohorts/parts/cohort-detail.tsx'
import { UnknownCohort } from '#features/cohorts/parts/unknown-cohort.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const CohortComparison = lazy(() => import('#features/cohorts/screens/cohort-comparison.tsx'))
const PedigreeDrawings = lazy(() => import('#features/cohorts/screens/pedigree-drawings.tsx'))

/** A cohort's page; with others to compare in its address their comparison, with a pedigree's place that drawing. */
export default function CohortScreen() {
  const idText = useParams()['id'] ?? ''
  const cohortId = cohortIdIn(idText)
  return cohortId === null ? <UnknownCohort id={idText} /> : <KnownId cohortId={cohortId} />
}

function KnownId({ cohortId }: { cohortId: number }) {
  const cohort = useAtomValue(cohortAtom(cohortId))
  return (
    <Loaded resource={cohort}>
      {(found) => (found === null ? <UnknownCohort id={cohortId} /> : <CohortView cohort={found} />)}
    </Loaded>
  )
}

function CohortView({ cohort }: { cohort: Cohort }) {
  const [params] = useSearchParams()
  const others = cohortIdsIn(params.get('compare')).filter((id) => id !== cohort.cohortid)
  if (others.length > 0) {
    const compared = [cohort.cohortid, ...others].slice(0, COHORTS_COMPARED_MAX)
    return (
      <Suspense fallback={<Skeleton />}>
        <CohortComparison cohortIds={compared} />
      </Suspense>
    )
  }
  if (params.has('pedigree')) {
    return (
      <Suspense fallback={<Skeleton />}>
        <PedigreeDrawings cohort={cohort} />
      </Suspense>
    )
  }
  return <CohortDetail cohort={cohort} />
}
