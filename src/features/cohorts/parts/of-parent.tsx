import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { cohortAtom } from '#entities/cohorts.ts'
import UnknownCohortScreen from '#features/cohorts/screens/unknown-cohort-screen.tsx'

interface OfParentProps {
  parentId: number
  /** Drawn at once: the cohort is looked up meanwhile. */
  children: ReactNode
}

/** A builder over a parent cohort; a notice where there is no such cohort. */
export function OfParent({ parentId, children }: OfParentProps) {
  const parent = useAtomValue(cohortAtom(parentId))
  return parent.data === null ? <UnknownCohortScreen id={String(parentId)} /> : children
}
