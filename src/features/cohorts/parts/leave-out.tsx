import type { Cohort } from '#contract/entities.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortKind } from '#domain/cohorts.ts'

interface LeaveOutProps {
  /** The cohort to narrow: the difference, or while that is not saved the one that it is taken from. */
  parentId: number
  /** The cohort that is taken away. */
  second: Cohort
}

/** Leads to the subset of those who have an answer to the question that decides about the second cohort. */
export function LeaveOut({ parentId, second }: LeaveOutProps) {
  const { variableName, constraintType } = second
  if (variableName === null || cohortKind(constraintType) !== 'subset') return null
  return (
    <CommandLink id="cohort.new-subset" args={{ parentId, variableName, operator: 'VALID' }}>
      Keep only those with an answer to {variableName}
    </CommandLink>
  )
}
