import type { Found } from '#server/modules/catalog/search/find-all.ts'
import type { Searched } from '#server/modules/catalog/search/search-index.ts'

/** What was found in one list of variables, with the variables. */
export interface FoundAmong<Variable extends Searched, Item> {
  readonly variables: readonly Variable[]
  readonly found: Found
  /** What stands for the variable at a place. */
  readonly item: (place: number) => Item
}

/** Two lists of hits as one, in the order of a search: how well they match, then observations, then name. */
export function mergeFound<Item>(first: FoundAmong<Searched, Item>, second: FoundAmong<Searched, Item>): Item[] {
  const items: Item[] = []
  let [i, j] = [0, 0]
  while (i < first.found.places.length || j < second.found.places.length) {
    if (isBefore(first, i, second, j)) items.push(first.item(first.found.places[i++] ?? 0))
    else items.push(second.item(second.found.places[j++] ?? 0))
  }
  return items
}

function isBefore(first: FoundAmong<Searched, unknown>, i: number, second: FoundAmong<Searched, unknown>, j: number) {
  const [a, b] = [hitAt(first, i), hitAt(second, j)]
  if (!a || !b) return !b
  if (a.weight !== b.weight) return a.weight > b.weight
  // Without words the whole list stands in the order of names.
  if (a.weight > 0 && a.variable.observations !== b.variable.observations) {
    return a.variable.observations > b.variable.observations
  }
  return a.variable.name <= b.variable.name
}

function hitAt({ variables, found }: FoundAmong<Searched, unknown>, at: number) {
  const variable = variables[found.places[at] ?? -1]
  return variable && { variable, weight: found.weights[at] ?? 0 }
}
