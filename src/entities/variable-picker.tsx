import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { ChoiceRow } from '#command-kit/argument-source.ts'
import type { DataType } from '#domain/data-types.ts'
import { ChoicePicker } from '#entities/choice-picker.tsx'
import { variableRowsAtom } from '#entities/sources/variable-rows.ts'
import { catalogAtom } from '#entities/variables.ts'

interface VariablePickerProps {
  label: string
  variableName: string | null
  onChoose: (variableName: string) => void
  /** The data types that can be used here; the others are shown with the reason why not. */
  dataTypes?: readonly DataType[] | undefined
  /** Names that are taken already, with the reason shown at them. */
  refuse?: ((variableName: string) => string | null) | undefined
  problem?: string | null | undefined
  isRepeating?: boolean | undefined
}

/** Chooses a variable of the catalog by name or question. */
export function VariablePicker(props: VariablePickerProps) {
  const { refuse, dataTypes } = props
  const catalog = useAtomValue(catalogAtom).data
  const typeOf = useMemo(() => new Map(catalog?.map((hit) => [hit.variable_name, hit.data_type])), [catalog])
  const refuseRow = useCallback(
    ({ value }: ChoiceRow) => {
      const name = String(value)
      const type = typeOf.get(name)
      if (dataTypes && type !== undefined && !dataTypes.some((usable) => usable === type)) {
        return `It is ${type}; only ${dataTypes.join(' and ')} variables can be used here.`
      }
      return refuse?.(name) ?? null
    },
    [dataTypes, refuse, typeOf],
  )
  return (
    <ChoicePicker
      label={props.label}
      rowsAtom={variableRowsAtom}
      chosen={props.variableName}
      onChoose={(row) => props.onChoose(String(row.value))}
      refuse={refuseRow}
      placeholder="Type a name or words of the question…"
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}
