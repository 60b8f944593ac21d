import type { Bar } from '#ui/bar-list.tsx'

/** Numbers that are told one by one; larger ones share a bar. */
const SINGLE = 10
const ENDS = [15, 20, 30, 50, 100, 250, 1000]

/** Families by a number, such as of members, as bars: small numbers each, larger ones together. */
export function binned(spread: readonly (readonly [number: number, families: number])[]): readonly Bar[] {
  const bars = new Map<string, { from: number; count: number }>()
  for (const [number, families] of spread) {
    const [from, to] = binOf(number)
    const key = from === to ? String(from) : to === Infinity ? `more than ${from - 1}` : `${from}–${to}`
    bars.set(key, { from, count: (bars.get(key)?.count ?? 0) + families })
  }
  return [...bars]
    .toSorted(([, one], [, other]) => one.from - other.from)
    .map(([key, { count }]) => ({ key, label: key, count }))
}

function binOf(number: number): readonly [number, number] {
  if (number <= SINGLE) return [number, number]
  let from = SINGLE + 1
  for (const end of ENDS) {
    if (number <= end) return [from, end]
    from = end + 1
  }
  return [from, Infinity]
}
