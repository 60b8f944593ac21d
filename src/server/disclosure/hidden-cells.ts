/**
 * Selects the counts to suppress in a partition with a known total: small counts (1 to below the minimum), counts in
 * `others`, and complementary ones, so that no suppressed count follows from the rest. At least two are suppressed, and
 * they sum to the minimum or more, if there are enough.
 */
export function hiddenCells(counts: readonly number[], minimum: number, others: readonly boolean[] = []): boolean[] {
  const hidden = counts.map((count, place) => isSmall(count, minimum) || (others[place] === true && count > 0))
  if (!hidden.includes(true)) return hidden
  const next = [...counts.keys()]
    .filter((place) => hidden[place] === false && (counts[place] ?? 0) > 0)
    .sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))
  for (const place of next) {
    const within = counts.filter((_, other) => hidden[other])
    if (within.length >= 2 && within.reduce((sum, count) => sum + count, 0) >= minimum) break
    hidden[place] = true
  }
  return hidden
}

/** Whether a count is small (MIN_CELL); 0 is not. */
export function isSmall(count: number, minimum: number): boolean {
  return count > 0 && count < minimum
}
