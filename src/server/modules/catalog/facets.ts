import type { Facets } from '#contract/shapes/shapes-of-extensions.ts'
import { formLabel } from '#domain/form-label.ts'
import type { AnyVariable } from '#server/model/variable.ts'

/** The fields that narrow a search. */
export const FACETS = ['form', 'section', 'data_type', 'kind', 'collection'] as const
type Facet = (typeof FACETS)[number]

export type FacetFilter = Partial<Record<Facet, string>>

/** Collections with answers to a variable; equal lists are the same object. */
type CollectionsOf = (variable: AnyVariable, place: number) => readonly string[]

const OWN_FACETS = ['form', 'section', 'data_type', 'kind'] as const
type OwnFacet = (typeof OWN_FACETS)[number]

/**
 * The facet values of a variable as numbers, for speed: a search counts them over the whole catalog. `place` is its
 * index in the catalog, NONE for a custom variable.
 */
export type FacetCodes = Readonly<Record<OwnFacet | 'place', number>>

export const NO_PLACE = -1

/** Not counted. */
const NONE = 0

/** Interned facet values: value to number, and counts by number. */
class Values {
  readonly values: string[] = ['']
  readonly #codes = new Map<string, number>([['', NONE]])

  codeOf(value: string): number {
    const known = this.#codes.get(value)
    if (known !== undefined) return known
    this.#codes.set(value, this.values.length)
    return this.values.push(value) - 1
  }

  /** The number of a filter's value; unknown values get a number without variables. */
  filterCode(value: string): number {
    return this.#codes.get(value) ?? -1
  }
}

const known: Readonly<Record<OwnFacet, Values>> = {
  form: new Values(),
  section: new Values(),
  data_type: new Values(),
  kind: new Values(),
}

/** Facet values of a variable. */
export function facetCodesOf(variable: AnyVariable): FacetCodes {
  const isGiven = variable.variableType === 'variable'
  return {
    form: isGiven ? known.form.codeOf(formLabel(variable)) : NONE,
    section: isGiven ? known.section.codeOf(variable.section) : NONE,
    data_type: known.data_type.codeOf(variable.dataType),
    kind: known.kind.codeOf(variable.variableType),
    place: isGiven ? variable.place : NO_PLACE,
  }
}

export interface Narrowed<Item> {
  readonly within: readonly Item[]
  /** Number of variables for each value of a facet, with the filters of all other facets applied. */
  readonly facets: Facets
}

const NOTHING: readonly string[] = []

/** Counts of participants by list of collections, cached: neighbours mostly share their list. */
class CollectionCounts {
  readonly #byList = new Map<readonly string[], { found: number }>()
  #last: readonly string[] = NOTHING
  #lastCount = { found: 0 }

  add(list: readonly string[]): void {
    if (list !== this.#last) {
      const before = this.#byList.get(list)
      this.#last = list
      this.#lastCount = before ?? { found: 0 }
      if (!before) this.#byList.set(list, this.#lastCount)
    }
    this.#lastCount.found++
  }

  byCollection(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [list, { found }] of this.#byList) {
      for (const collection of list) counts.set(collection, (counts.get(collection) ?? 0) + found)
    }
    return counts
  }
}

/** Variables that pass all filters, and the facets of further filters, in one pass. */
export function narrow<Item extends { readonly variable: AnyVariable; readonly facets: FacetCodes }>(
  items: readonly Item[],
  filter: FacetFilter,
  collectionsOf: CollectionsOf | null,
): Narrowed<Item> {
  const within: Item[] = []
  const [form, section, dataType, kind] = [
    countsOf('form'),
    countsOf('section'),
    countsOf('data_type'),
    countsOf('kind'),
  ]
  const collectionCounts = new CollectionCounts()
  const counts = { form, section, data_type: dataType, kind }
  const filtered = OWN_FACETS.flatMap((facet) => {
    const value = filter[facet]
    return value === undefined ? [] : [{ facet, code: known[facet].filterCode(value) }]
  })
  const { collection } = filter
  for (const item of items) {
    const itemFacets = item.facets
    const collections = collectionsOf?.(item.variable, itemFacets.place) ?? NOTHING
    let failures = collection === undefined || collections.includes(collection) ? 0 : 1
    let failed: OwnFacet | null = null
    for (const { facet, code } of filtered) {
      if (itemFacets[facet] === code) continue
      failures++
      failed = facet
    }
    if (failures > 1) continue
    // A variable excluded by one filter only counts among the other values of that facet.
    if (failed !== null) raise(counts[failed], itemFacets[failed])
    else if (failures === 1) collectionCounts.add(collections)
    if (failures === 1) continue
    within.push(item)
    raise(form, itemFacets.form)
    raise(section, itemFacets.section)
    raise(dataType, itemFacets.data_type)
    raise(kind, itemFacets.kind)
    collectionCounts.add(collections)
  }
  const counted = OWN_FACETS.map((facet) => [facet, mostFirst(byValue(known[facet].values, counts[facet]))] as const)
  return {
    within,
    facets: Object.fromEntries([...counted, ['collection', mostFirst(collectionCounts.byCollection())]]),
  }
}

function countsOf(facet: OwnFacet): Int32Array {
  return new Int32Array(known[facet].values.length)
}

function raise(counts: Int32Array, code: number): void {
  counts[code] = (counts[code] ?? 0) + 1
}

function byValue(values: readonly string[], counts: Int32Array): [string, number][] {
  const found: [string, number][] = []
  for (const [code, value] of values.entries()) {
    const count = counts[code] ?? 0
    if (count > 0 && code !== NONE) found.push([value, count])
  }
  return found
}

function mostFirst(counts: Iterable<readonly [string, number]>): [string, number][] {
  return Array.from(counts, ([value, count]): [string, number] => [value, count]).sort(
    ([a, m], [b, n]) => n - m || (a < b ? -1 : 1),
  )
}
