/**
 * Which counts of a partition whose total is known must be hidden: those from 1 to below the minimum, those that are
 * to be hidden for another reason, and as many more as it takes that none of them can be worked out from the others.
 * At least two are hidden then, and together they hold no fewer than the minimum, where there are enough.
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

/** Whether a count is one that is hidden: nobody is not, nor are `minimum` and more (MIN_CELL). */
export function isSmall(count: number, minimum: number): boolean {
  return count > 0 && count < minimum
}
