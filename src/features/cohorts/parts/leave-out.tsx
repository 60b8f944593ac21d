import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort } from '#contract/shapes.ts'
import { cohortKind } from '#domain/cohorts.ts'

interface LeaveOutProps {
  /** The cohort to narrow: the difference, or while that is not saved the one that it is taken from. */
  parentId: number
  /** The cohort that is taken away. */
  second: Cohort
}

/** Leads to the subset of those who have an answer to the question that decides about the second cohort. */
export function LeaveOut({ parentId, second }: LeaveOutProps) {
  const { variable_name: variableName, constraint_type } = second
  if (variableName === null || cohortKind(constraint_type) !== 'subset') return null
  return (
    <CommandLink id="cohort.new-subset" args={{ parentId, variableName, operator: 'VALID' }}>
      Keep only those with an answer to {variableName}
    </CommandLink>
  )
}
