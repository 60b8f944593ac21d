import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type ChoiceRow, SEARCHED_FROM } from '#command-kit/argument-source.ts'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { variableSearch } from '#contract/variables.ts'
import { dataTypeWord, type DataType } from '#domain/data-types.ts'
import { questionOf } from '#domain/question-versions.ts'
import { readVariableQuery } from '#domain/search/variable-query.ts'
import { type ChoiceAnswer, type ChoiceGroup, ChoicePicker } from '#entities/pickers/choice-picker.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { baseVariableRowsAtom, customVariableRowsAtom, rowOf, variableRowsAtom } from '#entities/sources/choice-rows.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { recentVariablesAtom } from '#entities/variables/recent-variables.ts'
import { readingOfSearch } from '#entities/variables/search-reading.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { LIVE_MILLISECONDS, useDebounced } from '#ui/forms/use-debounced.ts'
import { foldRows } from '#workspace/lists/folded-rows.tsx'

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
  /** Chooses all versions of a question at once. */
  onVersions?: ((variableNames: readonly string[]) => void) | undefined
  /** Rows for other things than variables. */
  others?: ChoiceGroup | undefined
  /** The same for objects whose name matches the typed text. */
  besides?: ChoiceGroup | undefined
  onOther?: ((value: string) => void) | undefined
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
  const { refuse, dataTypes, variableName, others, besides, onOther, onVersions } = props
  const catalog = useAtomValue(catalogAtom).data
  const state = useAtomValue(variableRowsAtom)
  const base = useAtomValue(baseVariableRowsAtom)
  const custom = useAtomValue(customVariableRowsAtom)
  const [recent, rememberPick] = useAtom(recentVariablesAtom)
  const [text, setText] = useState('')
  const groups = useMemo(
    () => [
      { label: 'Custom variables', rows: custom.status === 'ready' ? custom.rows : NONE },
      { label: 'Catalog', rows: base.status === 'ready' ? base.rows : NONE },
    ],
    [base, custom],
  )

  const typeOf = useMemo(() => new Map(catalog?.map((hit) => [hit.variableName, hit.dataType])), [catalog])
  const found = useCatalogAnswer(text)
  // A whole name leads in every search: no need to wait for it.
  const answer = found?.rows === null && typeOf.has(text.trim().toUpperCase()) ? null : found
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
    (row: ChoiceRow) => {
      if (others?.rows.includes(row) || besides?.rows.includes(row)) return {}
      const name = String(row.value)
      return {
        badge: <DataTypeTag dataType={typeOf.get(name) ?? ''} />,
        figure: (
          <Suspense>
            <VariableSketch name={name} />
          </Suspense>
        ),
        isTaken: (refuse?.(name) ?? null) !== null,
      }
    },
    [typeOf, refuse, others, besides],
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
        const name = String(row.value)
        if (others?.rows.includes(row) || besides?.rows.includes(row)) return onOther?.(name)
        rememberPick(name)
        props.onChoose(name)
      }}
      onTogether={
        onVersions &&
        ((rows) => {
          const names = rows.map((row) => String(row.value))
          for (const name of names.slice(0, 1)) rememberPick(name)
          onVersions(names)
        })
      }
      others={others}
      besides={besides}
      refuse={refuseRow}
      looksOf={looksOf}
      groups={groups}
      first={first}
      answer={answer}
      onType={setText}
      placeholder="Type a name or words of the question…"
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}

const NONE: readonly ChoiceRow[] = []

/** The catalog's search for the typed words: the same hits in the same order. Null without a search or a response. */
function useCatalogAnswer(text: string): ChoiceAnswer | null {
  const wanted = text.trim()
  const { words } = readVariableQuery(wanted)
  const hasNearest = useAtomValue(capabilitiesAtom).includes('nearest')
  const settled = useDebounced(words, LIVE_MILLISECONDS)
  const isWorthIt = words.length >= SEARCHED_FROM
  const isSettled = isWorthIt && settled === words
  const query = useCall({
    endpoint: variableSearch,
    request: isSettled ? { searchString: words, searchType: 'question', ...(hasNearest && { nearest: true }) } : null,
    key: 'variable-picker',
  })
  const found = isSettled && !query.isPlaceholderData ? query.data : undefined
  const isFailed = isSettled && query.isError
  return useMemo(() => {
    if (!isWorthIt || isFailed) return null
    if (found === undefined) return { rows: null, reading: '' }
    return { rows: questionsOf(found.data), reading: readingOfSearch(found.reading ?? null, found.nearest) }
  }, [isWorthIt, isFailed, found])
}

/** One row for the versions of a question, at the place of the first. */
function questionsOf(
  hits: readonly VariableHit[],
): readonly (ChoiceRow & { readonly versions: readonly ChoiceRow[] })[] {
  return foldRows(hits, questionOf).map((versions) => ({ ...rowOf(versions[0]), versions: versions.map(rowOf) }))
}
