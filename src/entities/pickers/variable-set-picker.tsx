import { useAtomValue } from 'jotai'
import { couldNotGetCohort } from '#domain/messages.ts'
import { ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { variableSetRowsAtom } from '#entities/sources/choice-state.ts'
import { variableSetsAtom } from '#entities/variable-sets.ts'

interface VariableSetPickerProps {
  label: string
  variableSetId: number | null
  onChoose: (variableSetId: number) => void
}

export function VariableSetPicker({ label, variableSetId, onChoose }: VariableSetPickerProps) {
  const known = useAtomValue(variableSetsAtom).data
  const isUnknown = variableSetId !== null && known?.every((set) => set.variableSetId !== variableSetId) === true
  return (
    <ChoicePicker
      label={label}
      rowsAtom={variableSetRowsAtom}
      chosen={variableSetId}
      onChoose={(row) => onChoose(Number(row.value))}
      placeholder="Choose a variable set…"
      problem={isUnknown ? couldNotGetCohort(variableSetId) : null}
    />
  )
}
