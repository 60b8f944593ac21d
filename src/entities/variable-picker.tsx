import { ChoicePicker } from '#entities/choice-picker.tsx'
import { variableRowsAtom } from '#entities/sources/variable-rows.ts'

interface VariablePickerProps {
  label: string
  variableName: string | null
  onChoose: (variableName: string) => void
  /** Names that are taken already, with the reason shown at them. */
  refuse?: ((variableName: string) => string | null) | undefined
  problem?: string | null | undefined
  isRepeating?: boolean | undefined
}

/** Chooses a variable of the catalog by name or question. */
export function VariablePicker(props: VariablePickerProps) {
  const { refuse } = props
  return (
    <ChoicePicker
      label={props.label}
      rowsAtom={variableRowsAtom}
      chosen={props.variableName}
      onChoose={(row) => props.onChoose(String(row.value))}
      refuse={refuse && ((row) => refuse(String(row.value)))}
      placeholder="Type a name or words of the question…"
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}
