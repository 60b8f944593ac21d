import { ChoicePicker } from '#entities/choice-picker.tsx'
import { variableSetRowsAtom } from '#entities/sources/variable-set-rows.ts'

interface VariableSetPickerProps {
  label: string
  variableSetId: number | null
  onChoose: (variableSetId: number) => void
}

/** Chooses one of the user's variable sets. */
export function VariableSetPicker({ label, variableSetId, onChoose }: VariableSetPickerProps) {
  return (
    <ChoicePicker
      label={label}
      rowsAtom={variableSetRowsAtom}
      chosen={variableSetId}
      onChoose={(row) => onChoose(Number(row.value))}
      placeholder="Choose a variable set…"
    />
  )
}
