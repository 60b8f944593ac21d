import { isSmall } from '#server/disclosure/hidden-cells.ts'
import { differenceOf, sizeOf, unionOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

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
