import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import type { Resource } from '#entities/resource.ts'

/** A resource as the palette and the pickers take it. */
export function choiceState<Value>(
  resource: Resource<Value>,
  toRows: (value: Value) => readonly ChoiceRow[],
): ChoiceState {
  if (resource.data !== undefined) return { status: 'ready', rows: rowsOnce(resource.data, toRows) }
  if (resource.error) {
    return { status: 'error', message: resource.error.message, retry: () => void resource.refetch() }
  }
  return { status: 'loading' }
}

const cache = new WeakMap<object, readonly ChoiceRow[]>()

/** Rows are made once for each answer, so that what is derived from them (folded words) is made once as well. */
function rowsOnce<Value>(value: Value, toRows: (value: Value) => readonly ChoiceRow[]): readonly ChoiceRow[] {
  if (typeof value !== 'object' || value === null) return toRows(value)
  const known = cache.get(value)
  if (known) return known
  const rows = toRows(value)
  cache.set(value, rows)
  return rows
}
