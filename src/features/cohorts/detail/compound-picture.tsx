import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { cohortOverlap } from '#contract/cohorts.ts'
import type { Cohort, Split } from '#contract/shapes/entities.ts'
import { isSetOperation } from '#domain/cohorts/cohorts.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { setSizesOfCohort, sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const setDiagram = import('#entities/cohorts/pictures/set-diagram.tsx')
const SetDiagram = lazy(async () => ({ default: (await setDiagram).SetDiagram }))

/** A compound cohort as the filled part of its two parents; nothing for other kinds. */
export default function CompoundPicture({ cohort, split }: { cohort: Cohort; split: Split | null }) {
  const { constraintType, parentId, secondparentId, rowCount } = cohort
  const operation = constraintType !== null && isSetOperation(constraintType) ? constraintType : null
  const isCompound = operation !== null && parentId !== null && secondparentId !== null && parentId !== secondparentId
  const isSupported = useAtomValue(isOfferedAtom)(cohortOverlap)
  const first = useAtomValue(cohortAtom(isCompound ? parentId : 0))
  const second = useAtomValue(cohortAtom(isCompound ? secondparentId : 0))
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: isSupported && isCompound ? { cohortIds: [parentId, secondparentId] } : null,
    key: 'overlap',
  })
  if (!isCompound) return null
  if (!first.data || !second.data) return null
  const isPending = isSupported && (overlap.isPending || overlap.isPlaceholderData)
  const parents = [first.data.rowCount, second.data.rowCount] as const
  const counted = overlap.data && sizesOfOverlap(overlap.data.data, parentId, secondparentId)
  const sizes = isPending ? null : setSizesOfCohort(operation, rowCount, counted ?? parents)
  if (sizes === null && !isPending) return null
  return (
    <Suspense fallback={<Skeleton shape="rows" />}>
      <SetDiagram
        sizes={sizes}
        first={first.data.name}
        second={second.data.name}
        ids={[parentId, secondparentId]}
        operation={operation}
        split={split}
        result={{ label: 'This cohort', size: rowCount }}
      />
    </Suspense>
  )
}
