import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { couldNotGetCohort } from '#domain/messages.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { cohortsAtom } from '#entities/cohorts.ts'
import { cohortRowsAtom } from '#entities/sources/choice-state.ts'

interface CohortPickerProps {
  label: string
  cohortId: number | null
  onChoose: (cohortId: number) => void
  problem?: string | null | undefined
}

export const CohortPicker = memo(function CohortPicker({ label, cohortId, onChoose, problem }: CohortPickerProps) {
  const known = useAtomValue(cohortsAtom).data
  const isUnknown = cohortId !== null && known?.every((cohort) => cohort.cohortId !== cohortId) === true
  return (
    <ChoicePicker
      label={label}
      rowsAtom={cohortRowsAtom}
      chosen={cohortId}
      onChoose={(row) => onChoose(Number(row.value))}
      placeholder="Choose a cohort…"
      problem={problem ?? (isUnknown ? couldNotGetCohort(cohortId) : null)}
    />
  )
})
