import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type ChoiceRow, SEARCHED_AFTER, SEARCHED_FROM } from '#command-kit/argument-source.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { variableSearch } from '#contract/variables.ts'
import { dataTypeWord, type DataType } from '#domain/data-types.ts'
import { ChoicePicker, ROWS_SHOWN } from '#entities/pickers/choice-picker.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import {
  baseVariableRowsAtom,
  customVariableRowsAtom,
  rowsOf,
  variableRowsAtom,
} from '#entities/sources/choice-rows.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { recentVariablesAtom } from '#entities/variables/recent-variables.ts'
import { catalogAtom, kindsOf } from '#entities/variables/variables.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'

/** Drawn in an open list only. */
const VariableSketch = lazy(async () => ({
  default: (await import('#entities/variables/variable-sparkline.tsx')).VariableSketch,
}))

/** Above this number the message names only the excluded type. */
const MOST_NAMED = 3

interface VariablePickerProps {
  label: string
  variableName: string | null
  onChoose: (variableName: string) => void
  /** The data types allowed here; other variables show the reason why not. */
  dataTypes?: readonly DataType[] | undefined
  /** The reason why a variable cannot be chosen, such as a name in use. */
  refuse?: ((variableName: string) => string | null) | undefined
  problem?: string | null | undefined
  /** Stays open to choose several in succession. */
  isRepeating?: boolean | undefined
}

/** Chooses a variable by name or question: of the catalog, or of the project's custom variables; recent picks first. */
export function VariablePicker(props: VariablePickerProps) {
  const { refuse, dataTypes, variableName } = props
  const catalog = useAtomValue(catalogAtom).data
  const state = useAtomValue(variableRowsAtom)
  const base = useAtomValue(baseVariableRowsAtom)
  const custom = useAtomValue(customVariableRowsAtom)
  const [recent, rememberPick] = useAtom(recentVariablesAtom)
  const [text, setText] = useState('')
  const isFull = useMemo(
    () => state.status === 'ready' && rankRows(state.rows, text, ROWS_SHOWN).length === ROWS_SHOWN,
    [state, text],
  )
  const beyond = useVariablesBeyond(text, isFull)
  const groups = useMemo(
    () => [
      { label: 'Custom variables', rows: custom.status === 'ready' ? custom.rows : NONE, beyond: beyond.custom },
      { label: 'Catalog', rows: base.status === 'ready' ? base.rows : NONE, beyond: beyond.base },
    ],
    [base, custom, beyond.base, beyond.custom],
  )

  const typeOf = useMemo(() => new Map(catalog?.map((hit) => [hit.variableName, hit.dataType])), [catalog])
  const refuseRow = useCallback(
    ({ value }: ChoiceRow) => {
      const name = String(value)
      const type = typeOf.get(name)
      if (dataTypes && type !== undefined && !dataTypes.some((usable) => usable === type)) {
        return dataTypes.length > MOST_NAMED
          ? `It is ${dataTypeWord(type)}, which cannot be used here.`
          : `It is ${dataTypeWord(type)}; only ${dataTypes.map(dataTypeWord).join(' and ')} variables can be used here.`
      }
      return refuse?.(name) ?? null
    },
    [dataTypes, refuse, typeOf],
  )
  const looksOf = useCallback(
    ({ value }: ChoiceRow) => ({
      badge: <DataTypeTag dataType={typeOf.get(String(value)) ?? ''} />,
      figure: (
        <Suspense>
          <VariableSketch name={String(value)} />
        </Suspense>
      ),
      isTaken: (refuse?.(String(value)) ?? null) !== null,
    }),
    [typeOf, refuse],
  )
  const first = useMemo(() => {
    const rows = state.status === 'ready' ? state.rows : []
    const free = recent.filter((name) => (refuse?.(name) ?? null) === null)
    return free.flatMap((name) => rows.find((row) => row.value === name) ?? [])
  }, [recent, state, refuse])

  return (
    <ChoicePicker
      label={props.label}
      rowsAtom={variableRowsAtom}
      chosen={variableName}
      onChoose={(row) => {
        rememberPick(String(row.value))
        props.onChoose(String(row.value))
      }}
      refuse={refuseRow}
      looksOf={looksOf}
      groups={groups}
      first={first}
      beyond={beyond}
      onType={setText}
      placeholder="Type a name or words of the question…"
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}

const NONE: readonly ChoiceRow[] = []

/**
 * Variables found by the server alone, by kind: its search covers meanings and contexts too. Sends no request if local
 * matches fill the list.
 */
function useVariablesBeyond(text: string, isFull: boolean) {
  const wanted = text.trim()
  const settled = useDebounced(wanted, SEARCHED_AFTER)
  const isWorthIt = wanted.length >= SEARCHED_FROM && !isFull
  const isSettled = isWorthIt && settled === wanted
  const query = useCall({
    endpoint: variableSearch,
    request: isSettled ? { searchString: wanted, searchType: 'question' } : null,
    key: 'variables-beyond',
  })
  const data = isSettled && !query.isPlaceholderData ? query.data?.data : undefined
  const found = useMemo(() => {
    const { base, custom } = kindsOf(data ?? [])
    return { base: rowsOf(base), custom: rowsOf(custom), rows: rowsOf(data ?? []) }
  }, [data])
  return { ...found, isSearching: isWorthIt && data === undefined && !query.isError }
}
