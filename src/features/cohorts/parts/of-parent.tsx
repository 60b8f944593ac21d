import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { cohortIdIn } from '#features/cohorts/cohort-id.ts'
import { UnknownCohort } from '#features/cohorts/parts/unknown-cohort.tsx'

interface OfParentProps {
  /** Drawn at once: the cohort is looked up meanwhile. */
  children: (parentId: number) => ReactNode
}

/** A builder over the parent cohort that the URL names, All Individuals without one; a notice where there is no such cohort. */
export function OfParent({ children }: OfParentProps) {
  const text = useParams()['id'] ?? String(ROOT_COHORT_ID)
  const parentId = cohortIdIn(text)
  const parent = useAtomValue(cohortAtom(parentId ?? 0))
  return parentId === null || parent.data === null ? <UnknownCohort id={text} /> : children(parentId)
}
