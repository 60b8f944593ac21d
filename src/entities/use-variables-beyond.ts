import { useMemo } from 'react'
import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { variableSearch } from '#contract/variables.ts'
import { rowsOf } from '#entities/sources/variable-rows.ts'
import { useCall } from '#entities/use-call.ts'
import { kindsOf, type VariableKind } from '#entities/variables.ts'
import { useDebounced } from '#ui/use-debounced.ts'

/** As the palette asks: once the text stands still, and for more than a letter. */
const STILL_MILLISECONDS = 150
const SHORTEST = 2
const NONE: readonly ChoiceRow[] = []

/** Variables of a kind that only the back end finds by a text: it looks into meanings and contexts too. */
export function useVariablesBeyond(kind: VariableKind, text: string) {
  const wanted = text.trim()
  const settled = useDebounced(wanted, STILL_MILLISECONDS)
  const isWorthIt = wanted.length >= SHORTEST
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
