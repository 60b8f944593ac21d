import type { SearchFilter } from '#contract/shapes/entities.ts'
import { dataTypeWord } from '#domain/data-types.ts'

/** The catalog's facets: the server's name, the URL's name, and the label. */
export const CATALOG_FACETS = [
  { facet: 'dataType', param: 'type', label: 'Data type' },
  { facet: 'kind', param: 'kind', label: 'Base or custom' },
  { facet: 'collection', param: 'collection', label: 'Answered in collection' },
  { facet: 'form', param: 'form', label: 'Form and version' },
  { facet: 'section', param: 'section', label: 'Section' },
] as const

export type CatalogFacet = (typeof CATALOG_FACETS)[number]['facet']
export const COHORT_PARAM = 'cohort'
export const SECTION_PARAM = 'section' satisfies (typeof CATALOG_FACETS)[number]['param']

const KIND_LABELS: Readonly<Record<string, string>> = {
  variable: 'base variable',
  downcode: 'custom, downcoded',
  merge: 'custom, two combined',
  multiple: 'custom, many combined',
}

/** A facet value's label. */
export function facetValueLabel(facet: CatalogFacet, value: string): string {
  if (facet === 'kind') return new Map(Object.entries(KIND_LABELS)).get(value) ?? value
  return facet === 'dataType' ? dataTypeWord(value) : value
}

/** The filter of a pane's URL; invalid parameters are ignored. */
export function filterIn(params: URLSearchParams): SearchFilter {
  const cohort = params.get(COHORT_PARAM) ?? ''
  return {
    ...Object.fromEntries(
      CATALOG_FACETS.flatMap(({ facet, param }) => {
        const value = params.get(param) ?? ''
        return value === '' ? [] : [[facet, value]]
      }),
    ),
    ...(/^[1-9]\d{0,14}$/.test(cohort) && { cohortId: Number(cohort) }),
  }
}

/** The URL's parameters with one changed; a new filter starts at its first page. */
export function paramsWith(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === null || value === '') next.delete(name)
  else next.set(name, value)
  next.delete('page')
  return next
}

export function paramsWithoutFilters(params: URLSearchParams): URLSearchParams {
  return [...CATALOG_FACETS.map(({ param }) => param), COHORT_PARAM].reduce(
    (left, name) => paramsWith(left, name, null),
    params,
  )
}
