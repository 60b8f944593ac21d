import type { VariableHit } from '#contract/shapes.ts'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import { facetCodesOf, type FacetCodes } from '#server/modules/catalog/facets.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { ShownObservations } from '#server/disclosure/shown-observations.ts'

export interface Hit {
  readonly variable: AnyVariable
  readonly text: string
  readonly facets: FacetCodes
}

const written = new WeakMap<Catalog, readonly Hit[]>()

/** Hits with small counts suppressed for the reader. */
export function suppressedHits(catalog: Catalog, observationsOf: ShownObservations): readonly Hit[] {
  return catalog.variables.map((variable) => ({
    variable,
    text: JSON.stringify(presentHit(variable, observationsOf(variable))),
    facets: facetCodesOf(variable),
  }))
}

/** Every variable with its JSON text: a response of thousands of hits is a join of strings. */
export function hitsOf(catalog: Catalog): readonly Hit[] {
  const known = written.get(catalog)
  if (known) return known
  const hits = catalog.variables.map((variable) => ({
    variable,
    text: JSON.stringify(presentHit(variable)),
    facets: facetCodesOf(variable),
  }))
  written.set(catalog, hits)
  return hits
}

/** A variable as a search hit (spec section 3); `observations` overrides the count for a cohort. */
export function presentHit(variable: CatalogVariable, observations = variable.observations): VariableHit {
  const { instrument, version, section } = variable
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    question: variable.question,
    observations,
    contributors: [{ instrument, version, section }],
  }
}
