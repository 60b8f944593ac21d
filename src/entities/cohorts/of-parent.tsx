import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { UnknownCohort } from '#entities/cohorts/unknown-cohort.tsx'

interface OfParentProps {
  parentId: number
  /** Rendered at once while the cohort loads. */
  children: ReactNode
}

/** A builder for a parent cohort; a notice for an unknown id. */
export function OfParent({ parentId, children }: OfParentProps) {
  const parent = useAtomValue(cohortAtom(parentId))
  return parent.data === null ? <UnknownCohort id={String(parentId)} /> : children
}
