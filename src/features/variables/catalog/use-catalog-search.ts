import { useAtomValue, useStore, atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { VariableHit } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { variableSearch } from '#contract/variables.ts'
import { readVariableQuery, SCOPE_NOT_SUPPORTED, type VariableQuery } from '#domain/search/variable-query.ts'
import { cohortsAtom, currentProjectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { callStateAtom, type FollowedResult, useCall, valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { capabilitiesAtom, userAtom } from '#entities/session/session.ts'
import { paramsWith, paramsWithoutFilters, filterIn } from '#features/variables/catalog/catalog-filter.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { listViewAtom, rowsPerPageAtom } from '#workspace/lists/list-view.ts'
import { usePaneId, paneQueryAtom } from '#workspace/panes/pane-atoms.ts'
import { screenAtom } from '#workspace/screen-state.ts'

/** Hits fetched while typing; the others on paging, sorting or copying. */
const FIRST_HITS = 100
/** Rows below the page that must be loaded. */
const AHEAD = 50
const STALE_AFTER = 10 * 60_000
/** The pause in milliseconds after which the hits that follow the first are fetched: questions are counted by them. */
const REST_AFTER = 400

/** Names are unique in a project: a name means the cohort of the current one, else that of another. */
const namedCohortsAtom = atom((get) => {
  const [current, all] = [get(currentProjectCohortsAtom).data, get(cohortsAtom).data]
  return current && all && [...current, ...all]
})

/** The search of a pane's catalog: typed text, filter, and the request for all hits. */
export const catalogSearchAtom = screenAtom((id) => {
  const searchAtom = atom((get) => {
    const params = get(paneQueryAtom(id))
    const capabilities = get(capabilitiesAtom)
    const hasFacets = capabilities.includes('facets')
    const text = params.get('q') ?? ''
    const searched = text.trim()
    const narrowing = readVariableQuery(searched, /\bcohort:/i.test(searched) ? get(namedCohortsAtom) : undefined)
    const filter = hasFacets ? filterIn(params) : {}
    const request = {
      searchString: narrowing.words,
      searchType: 'question' as const,
      ...(hasFacets && { facets: true, filter: { ...filter, ...narrowing.scope } }),
      ...(capabilities.includes('nearest') && { nearest: true }),
    }
    const problem = narrowing.hasScope && !hasFacets ? SCOPE_NOT_SUPPORTED : (narrowing.problems[0]?.message ?? null)
    return { text, searched, narrowing, problem, filter, hasFacets, request }
  })
  return selectAtom(
    searchAtom,
    (search) => search,
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
})

const requestAtom = screenAtom((id) =>
  atom((get) => {
    const { request, hasFacets, narrowing } = get(catalogSearchAtom(id))
    const { sort, page, size: inUrl } = get(listViewAtom(id))
    const size = inUrl ?? get(rowsPerPageAtom(get(userAtom)?.username ?? ''))
    // Terms are compared here, so all hits are needed. The other hits load before their page.
    const isShort = size !== 'all' && page * size + AHEAD <= FIRST_HITS
    const isPart = hasFacets && !narrowing.comparesFacts && sort === null && isShort
    return isPart ? { ...request, limit: FIRST_HITS } : request
  }),
)

export const catalogHitsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: variableSearch, key: 'catalog', staleTime: STALE_AFTER }, requestAtom(id)),
)

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

type SearchRequest = RequestOf<typeof variableSearch>

/** All hits, once the first ones are shown and the typing pauses. */
function useRest(request: SearchRequest, { data, isPlaceholderData }: FollowedResult<Hits>) {
  const isPart = data?.total != null && data.total > data.data.length && !isPlaceholderData
  const settled = useDebounced(request, REST_AFTER)
  const rest = useCall({
    endpoint: variableSearch,
    key: 'catalog',
    staleTime: STALE_AFTER,
    request: isPart && settled === request ? request : null,
  })
  return isPart && settled === request && !rest.isPlaceholderData ? rest.data : undefined
}

/** The catalog's search from its pane's URL, and its hits. */
export function useCatalogSearch() {
  const [, setParams] = useSearchParams()
  const paneId = usePaneId()
  const store = useStore()
  const { call } = useServices()
  const { text, searched, narrowing, problem, filter, hasFacets, request } = useAtomValue(catalogSearchAtom(paneId))
  const { answered, result: query } = useAtomValue(catalogHitsAtom(paneId))
  const { page } = useAtomValue(listViewAtom(paneId))

  const rest = useRest(request, query)
  const found = rest ?? query.data
  const narrowed = useMemo(() => withTerms(found, narrowing), [found, narrowing])

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
    return valueOrThrow(await call(variableSearch, store.get(catalogSearchAtom(paneId)).request)).data
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
    /** The error message of a term. */
    problem,
    filter,
    hasFacets,
    query: { ...query, data: narrowed },
    /** All hits of the words, whatever the terms. */
    hits: found?.data,
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
