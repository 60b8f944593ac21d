import { SavedItemPicker, type IdPickerProps } from '#entities/pickers/cohort-picker.tsx'
import { variableSetRowsAtom } from '#entities/sources/choice-rows.ts'

interface VariableSetPickerProps extends IdPickerProps {
  variableSetId: number | null
}

export function VariableSetPicker({ variableSetId, ...props }: VariableSetPickerProps) {
  return (
    <SavedItemPicker
      {...props}
      chosen={variableSetId}
      rowsAtom={variableSetRowsAtom}
      placeholder="Choose a variable set…"
    />
  )
}
