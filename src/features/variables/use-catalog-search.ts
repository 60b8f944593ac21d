import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#api/api-error.ts'
import type { VariableHit } from '#contract/shapes.ts'
import type { SearchFilter } from '#contract/variables.ts'
import { variableSearch } from '#contract/variables.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useSteady } from '#command-kit/use-steady.ts'
import { useServices } from '#entities/services.ts'
import { useCall } from '#entities/use-call.ts'
import { filterIn, paramsWith, paramsWithoutFilters } from '#features/variables/catalog-filter.ts'
import { useListView } from '#workspace/list-view.ts'

/** Hits asked for while one types; the others when somebody turns so far, sorts or copies. */
const FIRST_HITS = 100
const COUNTING_ASKED_AFTER = 1_000
const COUNTING_ASKED_AT_LEAST_EVERY = 10_000
/** What takes long is asked after less and less often, but for as long as it is waited for. */
const LONGER_EACH_TIME = 1.2
const STALE_AFTER = 10 * 60_000
const NO_FILTER: SearchFilter = {}

/** The catalog's search as its pane's URL has it, and what it found. */
export function useCatalogSearch() {
  const [params, setParams] = useSearchParams()
  const [view] = useListView()
  const { call } = useServices()
  const capabilities = useAtomValue(capabilitiesAtom)
  const hasFacets = capabilities.includes('facets')
  const hasNearest = capabilities.includes('nearest')
  const text = params.get('q') ?? ''
  const searched = text.trim()
  const filter = useSteady(hasFacets ? filterIn(params) : NO_FILTER)
  const whole = useMemo(() => {
    return {
      searchstring: searched,
      searchtype: 'question' as const,
      ...(hasFacets && { facets: true, filter }),
      ...(hasNearest && { nearest: true }),
    }
  }, [searched, hasFacets, hasNearest, filter])
  const isPart = hasFacets && view.sort === null && view.page * view.size <= FIRST_HITS

  const query = useCall({
    endpoint: variableSearch,
    request: isPart ? { ...whole, limit: FIRST_HITS } : whole,
    key: 'catalog',
    staleTime: STALE_AFTER,
  })
  const [answered, setAnswered] = useState(searched)
  if (!query.isPlaceholderData && answered !== searched) setAnswered(searched)

  // A back end that has just started may still be counting who answered what.
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

  // What the list is given stays the same while one types: it is drawn again for an answer, not for a letter.
  const latest = useRef({ setParams, whole })
  useEffect(() => {
    latest.current = { setParams, whole }
  })
  const fetchAll = useCallback(async (): Promise<readonly VariableHit[]> => {
    const answer = await call(variableSearch, latest.current.whole)
    if (!answer.ok) throw new ApiError(answer)
    return answer.value.data
  }, [call])
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
    /** The search that found what is shown, while the newest is not answered yet. */
    answered,
    filter,
    hasFacets,
    query,
    isCounting,
    fetchAll: query.data?.total == null ? undefined : fetchAll,
    page: view.page,
    /** Searches for a text, from its first page on or from the one named. */
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
