import { useAtomValue, type Atom } from 'jotai'
import { memo } from 'react'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { cohortRowsAtom } from '#entities/sources/choice-rows.ts'

export interface IdPickerProps {
  label: string
  onChoose: (id: number) => void
  problem?: string | null | undefined
}

interface SavedItemPickerProps extends IdPickerProps {
  chosen: number | null
  rowsAtom: Atom<ChoiceState>
  placeholder: string
  /** Why a row cannot be chosen here, or null. */
  refuse?: ((row: ChoiceRow) => string | null) | undefined
}

/** Chooses a saved item by its id; reports an id that the list lacks. */
export function SavedItemPicker({ chosen, rowsAtom, onChoose, problem, ...shown }: SavedItemPickerProps) {
  const list = useAtomValue(rowsAtom)
  const isUnknown = chosen !== null && list.status === 'ready' && list.rows.every(({ value }) => value !== chosen)
  return (
    <ChoicePicker
      {...shown}
      rowsAtom={rowsAtom}
      chosen={chosen}
      onChoose={({ value }) => onChoose(Number(value))}
      problem={problem ?? (isUnknown ? couldNotGetCohort(chosen) : null)}
    />
  )
}

interface CohortPickerProps extends IdPickerProps {
  cohortId: number | null
  refuse?: SavedItemPickerProps['refuse']
}

export const CohortPicker = memo(function CohortPicker({ cohortId, ...props }: CohortPickerProps) {
  return <SavedItemPicker {...props} chosen={cohortId} rowsAtom={cohortRowsAtom} placeholder="Choose a cohort…" />
})
