import { differenceOf, sizeOf, unionOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

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

/**
 * Labels of cells that may be shown: none is small, nor is the union of the suppressed ones. Of cells of equal size the
 * same one is suppressed each time: varying it would disclose the others.
 */
export function publishedCells(
  cells: readonly (readonly [string, IndividualSet])[],
  population: IndividualSet,
  minimum: number,
): string[] {
  let shown = cells
    .filter(([, individuals]) => sizeOf(individuals) >= minimum)
    .toSorted(
      ([label, individuals], [otherLabel, others]) =>
        sizeOf(others) - sizeOf(individuals) || (label < otherLabel ? -1 : 1),
    )
  while (shown.length > 0) {
    const rest = sizeOf(differenceOf(population, unionOf(shown.map(([, individuals]) => individuals))))
    if (!isSmall(rest, minimum)) break
    shown = shown.slice(0, -1)
  }
  return shown.map(([label]) => label)
}
