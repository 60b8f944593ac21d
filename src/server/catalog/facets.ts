import type { Facets } from '#contract/shapes-of-extensions.ts'
import { formLabel } from '#domain/form-label.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'

/** What a search can be narrowed by. */
export const FACETS = ['form', 'section', 'data_type', 'kind', 'collection'] as const
type Facet = (typeof FACETS)[number]

export type FacetFilter = Partial<Record<Facet, string>>

/** In which collections a variable was answered; the same list for the same collections. */
type CollectionsOf = (variable: AnyVariable) => readonly string[]

const NOTHING: readonly string[] = []

/** What a variable has of a facet: nothing, one value, or several collections. Equal lists are one and the same. */
type Values = Readonly<Record<Exclude<Facet, 'collection'>, readonly string[]>>
const valuesByVariable = new WeakMap<AnyVariable, Values>()
const lists = new Map<string, readonly string[]>()

function listOf(value: string): readonly string[] {
  const known = lists.get(value)
  if (known) return known
  const list = [value]
  lists.set(value, list)
  return list
}

/** What a variable has by itself, made once: a search over the whole catalog asks for all of it. */
function ownValues(variable: AnyVariable): Values {
  const before = valuesByVariable.get(variable)
  if (before) return before
  const isGiven = variable.variableType === 'variable'
  const own: Values = {
    form: isGiven ? listOf(formLabel(variable)) : NOTHING,
    section: isGiven && variable.section !== '' ? listOf(variable.section) : NOTHING,
    data_type: listOf(variable.dataType),
    kind: listOf(variable.variableType),
  }
  valuesByVariable.set(variable, own)
  return own
}

export interface Narrowed<Item> {
  readonly within: readonly Item[]
  /** How many have each value of a facet, the others' filters applied: what choosing it would leave. */
  readonly facets: Facets
}

/** How many had each list of values. */
type Counts = Map<readonly string[], number>

function count(counts: Counts, values: readonly string[]): void {
  counts.set(values, (counts.get(values) ?? 0) + 1)
}

/** Those that every filter leaves, and by what they can be narrowed further, in one pass. */
export function narrow<Item extends { readonly variable: AnyVariable }>(
  items: readonly Item[],
  filter: FacetFilter,
  collectionsOf: CollectionsOf | null,
): Narrowed<Item> {
  const within: Item[] = []
  const counts: Record<Facet, Counts> = {
    form: new Map(),
    section: new Map(),
    data_type: new Map(),
    kind: new Map(),
    collection: new Map(),
  }
  const filtered = FACETS.filter((facet) => filter[facet] !== undefined)
  for (const item of items) {
    const own = ownValues(item.variable)
    const collections = collectionsOf?.(item.variable) ?? NOTHING
    let failures = 0
    let failed: Facet | null = null
    for (const facet of filtered) {
      const values = facet === 'collection' ? collections : own[facet]
      if (values.includes(filter[facet] ?? '')) continue
      failures++
      failed = facet
    }
    if (failures > 1) continue
    // What one filter alone keeps out counts among that facet's other values.
    if (failed !== null) {
      count(counts[failed], failed === 'collection' ? collections : own[failed])
      continue
    }
    within.push(item)
    count(counts.form, own.form)
    count(counts.section, own.section)
    count(counts.data_type, own.data_type)
    count(counts.kind, own.kind)
    count(counts.collection, collections)
  }
  return { within, facets: Object.fromEntries(FACETS.map((facet) => [facet, mostFirst(counts[facet])])) }
}

function mostFirst(counts: Counts): [string, number][] {
  const byValue = new Map<string, number>()
  for (const [values, found] of counts) {
    for (const value of values) byValue.set(value, (byValue.get(value) ?? 0) + found)
  }
  return [...byValue].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
