import { useAtomValue } from 'jotai'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { UnknownCohort } from '#entities/cohorts/unknown-cohort.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { CohortDetail } from '#features/cohorts/detail/cohort-detail.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** A cohort's page. */
export default function CohortScreen({ args: { cohortId } }: ScreenProps<{ readonly cohortId: number }>) {
  const cohort = useAtomValue(cohortAtom(cohortId))
  return (
    <Loaded resource={cohort} skeleton={<Skeleton shape="page" />}>
      {(found) => (found === null ? <UnknownCohort id={String(cohortId)} /> : <CohortDetail cohort={found} />)}
    </Loaded>
  )
}
