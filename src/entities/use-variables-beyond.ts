import { useMemo } from 'react'
import { SEARCHED_AFTER, SEARCHED_FROM, type ChoiceRow } from '#command-kit/argument-source.ts'
import { variableSearch } from '#contract/variables.ts'
import { rowsOf } from '#entities/sources/variable-rows.ts'
import { useCall } from '#entities/use-call.ts'
import { kindsOf, type VariableKind } from '#entities/variables.ts'
import { useDebounced } from '#ui/use-debounced.ts'

const NONE: readonly ChoiceRow[] = []

/**
 * Variables of a kind that only the back end finds by a text: it looks into meanings and contexts too. Nothing is asked
 * where what was found without it fills the list.
 */
export function useVariablesBeyond(kind: VariableKind, text: string, isFull: boolean) {
  const wanted = text.trim()
  const settled = useDebounced(wanted, SEARCHED_AFTER)
  const isWorthIt = wanted.length >= SEARCHED_FROM && !isFull
  const isSettled = isWorthIt && settled === wanted
  const query = useCall({
    endpoint: variableSearch,
    request: isSettled ? { searchstring: wanted, searchtype: 'question' } : null,
    key: 'variables-beyond',
  })
  const data = isSettled && !query.isPlaceholderData ? query.data?.data : undefined
  const rows = useMemo(() => (data ? rowsOf(kindsOf(data)[kind]) : NONE), [data, kind])
  return { rows, isSearching: isWorthIt && data === undefined && !query.isError }
}
