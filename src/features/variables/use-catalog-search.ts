import type { VariableHit } from '#contract/shapes/entities.ts'
import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#api/result.ts'
import { variableSearch } from '#contract/variables.ts'
import type { VariableQuery } from '#domain/variable-query.ts'
import { useServices } from '#entities/services.ts'
import { paramsWith, paramsWithoutFilters } from '#features/variables/catalog-filter.ts'
import { catalogHitsAtom, catalogSearchAtom } from '#features/variables/catalog-search.ts'
import { listViewAtom } from '#workspace/lists/list-view.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

const COUNTING_ASKED_AFTER = 1_000
const COUNTING_ASKED_AT_LEAST_EVERY = 10_000
/** Backoff factor of polling while the back end counts. */
const LONGER_EACH_TIME = 1.2

interface Hits {
  readonly data: readonly VariableHit[]
  readonly total?: number | null | undefined
}

/** The hits that match the terms of the search. A limited list, which only an older search has, stays as it is. */
function withTerms<Found extends Hits>(found: Found | undefined, { comparesFacts, matches }: VariableQuery) {
  const isLimited = found?.total != null && found.total > found.data.length
  if (found === undefined || !comparesFacts || isLimited) return found
  // The counts of facets are those of the words alone.
  return { ...found, data: found.data.filter(matches), total: null, facets: {} }
}

/** The catalog's search from its pane's URL, and its hits. */
export function useCatalogSearch() {
  const [, setParams] = useSearchParams()
  const paneId = usePaneId()
  const store = useStore()
  const { call } = useServices()
  const { text, searched, narrowing, problem, filter, hasFacets } = useAtomValue(catalogSearchAtom(paneId))
  const { answered, result: query } = useAtomValue(catalogHitsAtom(paneId))
  const { page } = useAtomValue(listViewAtom(paneId))

  const narrowed = useMemo(() => withTerms(query.data, narrowing), [query.data, narrowing])

  // A back end that has just started may still be counting answers.
  const { data, refetch } = query
  const isCounting = hasFacets && data !== undefined && data.facets['collection'] === undefined
  useEffect(() => {
    if (!isCounting) return undefined
    let wait = COUNTING_ASKED_AFTER
    const ask = () => {
      void refetch()
      wait = Math.min(wait * LONGER_EACH_TIME, COUNTING_ASKED_AT_LEAST_EVERY)
      timer = setTimeout(ask, wait)
    }
    let timer = setTimeout(ask, wait)
    return () => clearTimeout(timer)
  }, [isCounting, refetch])

  // Stable props of the list: it renders for a response, not for a keystroke.
  const latest = useRef({ setParams })
  useEffect(() => {
    latest.current = { setParams }
  })
  const fetchAll = useCallback(async (): Promise<readonly VariableHit[]> => {
    const answer = await call(variableSearch, store.get(catalogSearchAtom(paneId)).request)
    if (!answer.ok) throw new ApiError(answer)
    return answer.value.data
  }, [call, store, paneId])
  const change = useCallback(
    (next: (current: URLSearchParams) => URLSearchParams) => latest.current.setParams(next, { replace: true }),
    [],
  )
  const setFilter = useCallback(
    (param: string, value: string | null) => change((current) => paramsWith(current, param, value)),
    [change],
  )
  const clearFilters = useCallback(() => change(paramsWithoutFilters), [change])
  return {
    text,
    searched,
    /** The search of the shown hits, until the newest has its response. */
    answered: answered?.searchString ?? searched,
    narrowing,
    /** What is wrong with a term. */
    problem,
    filter,
    hasFacets,
    query: { ...query, data: narrowed },
    /** All hits of the words, whatever the terms. */
    hits: query.data?.data,
    isCounting,
    fetchAll: narrowed?.total == null ? undefined : fetchAll,
    page,
    /** Searches for a text, from its first page or a given page. */
    search: (next: string, page = 1) =>
      change((current) => {
        const changed = paramsWith(current, 'q', next)
        if (page > 1) changed.set('page', String(page))
        return changed
      }),
    setFilter,
    clearFilters,
  }
}
