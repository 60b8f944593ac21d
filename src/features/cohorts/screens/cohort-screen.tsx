import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts/cohorts.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import { CohortDetail } from '#features/cohorts/parts/cohort-detail.tsx'
import UnknownCohortScreen from '#features/cohorts/screens/unknown-cohort-screen.tsx'
import type { ShownCohort } from '#features/cohorts/titles.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const CohortComparison = lazy(() => import('#features/cohorts/screens/cohort-comparison.tsx'))
const PedigreeDrawings = lazy(() => import('#features/cohorts/screens/pedigree-drawings.tsx'))

/** A cohort's page; its address may add a comparison or a pedigree drawing. */
export default function CohortScreen({ args }: ScreenProps<ShownCohort>) {
  const cohort = useAtomValue(cohortAtom(args.cohortId))
  return (
    <Loaded resource={cohort} skeleton={<Skeleton shape="page" />}>
      {(found) =>
        found === null ? <UnknownCohortScreen id={String(args.cohortId)} /> : <CohortView cohort={found} {...args} />
      }
    </Loaded>
  )
}

function CohortView({ cohort, compareWith, pedigree }: ShownCohort & { cohort: Cohort }) {
  const others = compareWith?.filter((id) => id !== cohort.cohortId) ?? []
  if (others.length > 0) {
    const compared = [cohort.cohortId, ...others].slice(0, COHORTS_COMPARED_MAX)
    return (
      <Suspense fallback={<Skeleton shape="page" />}>
        <CohortComparison cohortIds={compared} />
      </Suspense>
    )
  }
  if (pedigree !== undefined) {
    return (
      <Suspense fallback={<Skeleton shape="page" />}>
        <PedigreeDrawings cohort={cohort} place={pedigree} />
      </Suspense>
    )
  }
  return <CohortDetail cohort={cohort} />
}
