import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { variableSearch } from '#contract/variables.ts'
import { cohortsAtom, currentProjectCohortsAtom } from '#entities/cohorts.ts'
import { callStateAtom } from '#entities/call-atoms.ts'
import { readVariableQuery, SCOPE_NOT_SUPPORTED } from '#domain/variable-query.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { filterIn } from '#features/variables/catalog-filter.ts'
import { listViewAtom } from '#workspace/lists/list-view.ts'
import { paneQueryAtom } from '#workspace/panes/pane-atoms.ts'
import { screenAtom } from '#workspace/screen-state.ts'

/** Hits fetched while typing; the others on paging, sorting or copying. */
const FIRST_HITS = 100
/** Rows below the page that must be loaded. */
const AHEAD = 50
const STALE_AFTER = 10 * 60_000

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
    const { sort, page, size } = get(listViewAtom(id))
    // Terms are compared here, so all hits are needed. The list is continuous: the other hits load before their page.
    const isPart = hasFacets && !narrowing.comparesFacts && sort === null && page * size + AHEAD <= FIRST_HITS
    return isPart ? { ...request, limit: FIRST_HITS } : request
  }),
)

export const catalogHitsAtom = screenAtom((id) =>
  callStateAtom({ endpoint: variableSearch, key: 'catalog', staleTime: STALE_AFTER }, requestAtom(id)),
)
