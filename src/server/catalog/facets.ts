import type { Facets } from '#contract/shapes-of-extensions.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'

/** What a search can be narrowed by. */
export const FACETS = ['form', 'section', 'data_type', 'kind', 'collection'] as const
export type Facet = (typeof FACETS)[number]

export type FacetFilter = Partial<Record<Facet, string>>

/** What a variable has of a facet; of several forms or collections each. */
export type FacetValues = (variable: AnyVariable, facet: Facet) => readonly string[]

export function facetValues(collectionsByForm: ReadonlyMap<string, readonly string[]>): FacetValues {
  return (variable, facet) => {
    switch (facet) {
      case 'data_type':
        return [variable.dataType]
      case 'kind':
        return [variable.variableType]
      case 'section':
        return variable.variableType === 'variable' ? [variable.section] : []
      case 'form':
        return variable.variableType === 'variable' ? [variable.instrument] : []
      case 'collection':
        return [...new Set(formsOf(variable).flatMap((table) => collectionsByForm.get(table) ?? []))]
    }
  }
}

/** The tables of the forms that a variable's answers come from. */
export function formsOf(variable: AnyVariable): string[] {
  return variable.variableType === 'variable' ? [variable.tableName] : variable.sources.flatMap(formsOf)
}

export function isWithin(variable: AnyVariable, filter: FacetFilter, valuesOf: FacetValues, except?: Facet): boolean {
  return FACETS.every((facet) => {
    const wanted = filter[facet]
    return wanted === undefined || facet === except || valuesOf(variable, facet).includes(wanted)
  })
}

/** How many variables have each value of a facet, the others' filters applied: what choosing it would leave. */
export function countFacets(variables: readonly AnyVariable[], filter: FacetFilter, valuesOf: FacetValues): Facets {
  return Object.fromEntries(
    FACETS.map((facet) => {
      const counts = new Map<string, number>()
      for (const variable of variables) {
        if (!isWithin(variable, filter, valuesOf, facet)) continue
        for (const value of valuesOf(variable, facet)) counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      return [facet, [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))]
    }),
  )
}
