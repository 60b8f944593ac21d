import type { Facets } from '#contract/shapes-of-extensions.ts'
import { formLabel } from '#domain/form-label.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'

/** What a search can be narrowed by. */
export const FACETS = ['form', 'section', 'data_type', 'kind', 'collection'] as const
type Facet = (typeof FACETS)[number]

export type FacetFilter = Partial<Record<Facet, string>>

/** What a variable has of a facet: nothing, one value, or several collections. */
export type FacetValues = (variable: AnyVariable, facet: Facet) => readonly string[]

const NOTHING: readonly string[] = []

export function facetValues(collectionsOf: ((variable: AnyVariable) => readonly string[]) | null): FacetValues {
  return (variable, facet) =>
    facet === 'collection' ? (collectionsOf?.(variable) ?? NOTHING) : ownValues(variable)[facet]
}

type OwnValues = Readonly<Record<Exclude<Facet, 'collection'>, readonly string[]>>
const known = new WeakMap<AnyVariable, OwnValues>()

/** What a variable has by itself, made once: a search over the whole catalog asks for all of it. */
function ownValues(variable: AnyVariable): OwnValues {
  const before = known.get(variable)
  if (before) return before
  const isGiven = variable.variableType === 'variable'
  const own: OwnValues = {
    form: isGiven ? [formLabel(variable)] : NOTHING,
    section: isGiven && variable.section !== '' ? [variable.section] : NOTHING,
    data_type: [variable.dataType],
    kind: [variable.variableType],
  }
  known.set(variable, own)
  return own
}

export interface Narrowed<Item> {
  readonly within: readonly Item[]
  /** How many have each value of a facet, the others' filters applied: what choosing it would leave. */
  readonly facets: Facets
}

/** Those that every filter leaves, and by what they can be narrowed further, in one pass. */
export function narrow<Item extends { readonly variable: AnyVariable }>(
  items: readonly Item[],
  filter: FacetFilter,
  valuesOf: FacetValues,
): Narrowed<Item> {
  const within: Item[] = []
  const counts = new Map(FACETS.map((facet) => [facet, new Map<string, number>()]))
  const counters = [...counts]
  const filtered = FACETS.filter((facet) => filter[facet] !== undefined)
  for (const item of items) {
    let failures = 0
    let failed: Facet | null = null
    for (const facet of filtered) {
      if (valuesOf(item.variable, facet).includes(filter[facet] ?? '')) continue
      failures++
      failed = facet
    }
    if (failures > 1) continue
    if (failed === null) within.push(item)
    for (const [facet, ofFacet] of counters) {
      // What one filter alone keeps out counts among that facet's other values.
      if (failed !== null && facet !== failed) continue
      for (const value of valuesOf(item.variable, facet)) ofFacet.set(value, (ofFacet.get(value) ?? 0) + 1)
    }
  }
  return { within, facets: Object.fromEntries([...counts].map(([facet, ofFacet]) => [facet, mostFirst(ofFacet)])) }
}

function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
