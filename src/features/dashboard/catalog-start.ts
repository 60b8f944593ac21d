import { useAtomValue } from 'jotai'
import { variableSearch } from '#contract/variables.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'

/** The screening questions that come first in the catalog. */
const FIRST = 20

/** The first questions of the catalog, its sections and its forms. */
export function useCatalogStart() {
  const hasFacets = useAtomValue(capabilitiesAtom).includes('facets')
  return useCall({
    endpoint: variableSearch,
    request: hasFacets ? { searchString: '', searchType: 'question', facets: true, limit: FIRST } : null,
    key: 'catalog-start',
  })
}
