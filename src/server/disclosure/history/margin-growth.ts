import { isSmall } from '#server/disclosure/complementary-suppression.ts'
import {
  differenceOf,
  intersectionOf,
  sizeOf,
  sumOf,
  unionOf,
  type IndividualSet,
} from '#server/disclosure/participant-set.ts'

/** Counts that divide a population together, largest first. */
export interface MarginGroup<Count> {
  readonly population: IndividualSet
  readonly counts: readonly Count[]
}

/**
 * The counts of a group whose growth may be known in each collection: neither a count, nor the difference of two, nor
 * the rest of the population has few of the added individuals. No count disclosed before holds an added individual, so no
 * sum with such counts depends on few either.
 */
export function withoutSmallGrowth<Count extends { readonly individuals: IndividualSet }>(
  { population, counts }: MarginGroup<Count>,
  addedByCollection: readonly IndividualSet[],
  minimum: number,
): Count[] {
  const isGrownLittle = (individuals: IndividualSet) =>
    addedByCollection.some((added) => isSmall(sizeOf(intersectionOf(individuals, added)), minimum))
  let kept: Count[] = []
  for (const count of counts) {
    const { individuals } = count
    const isNear = kept.some((other) => isGrownLittle(sumOf([individuals, other.individuals])))
    if (!isNear && !isGrownLittle(individuals)) kept.push(count)
  }
  const restOf = (some: readonly Count[]) => differenceOf(population, unionOf(some.map((count) => count.individuals)))
  while (kept.length > 0 && isGrownLittle(restOf(kept))) kept = kept.slice(0, -1)
  return kept
}
