/** The keys after one more is selected, or one fewer. */
export function withToggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}

/** The keys with all rows from the anchor to `key` in the order of the list; without an anchor there the row alone. */
export function withRange(
  keys: readonly string[],
  { order, anchor, key }: { readonly order: readonly string[]; readonly anchor: string | null; readonly key: string },
): readonly string[] {
  const to = order.indexOf(key)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const range = from === -1 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return [...new Set([...keys, ...range])]
}
