import { isSumOf } from '#server/disclosure/ledger/echelon-sample.ts'
import { knownAt, type CollectionRegion } from '#server/disclosure/ledger/individual-layout.ts'
import { LowWeightSearch, type Mask, seededBelow } from '#server/disclosure/ledger/low-weight-search.ts'
import {
  type IndividualSet,
  differenceOf,
  intersectionOf,
  sizeOf,
  sumOf,
  unionOf,
} from '#server/disclosure/ledger/participant-set.ts'

/** Whether a count is small (MIN_CELL); 0 is not. */
export function isSmall(count: number, minimum: number): boolean {
  return count > 0 && count < minimum
}

/**
 * Labels of cells that may be shown: none is small, nor is the union of the suppressed ones, which is not empty either if
 * the cells divide the population and `listed` ones are empty. Of cells of equal size the
 * same one is suppressed each time: varying it would disclose the others.
 */
export function publishedCells(
  cells: readonly (readonly [string, IndividualSet])[],
  population: IndividualSet,
  minimum: number,
  listed: readonly string[] | null,
): string[] {
  const isHidden = (shown: readonly (readonly [string, IndividualSet])[]) =>
    listed !== null && listed.some((label) => shown.every(([other]) => other !== label))
  let shown = cells
    .filter(([, individuals]) => sizeOf(individuals) >= minimum)
    .toSorted(
      ([label, individuals], [otherLabel, others]) =>
        sizeOf(others) - sizeOf(individuals) || (label < otherLabel ? -1 : 1),
    )
  while (shown.length > 0) {
    const rest = sizeOf(differenceOf(population, unionOf(shown.map(([, individuals]) => individuals))))
    if (rest >= minimum || (rest === 0 && !isHidden(shown))) break
    shown = shown.slice(0, -1)
  }
  return shown.map(([label]) => label)
}

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

interface Guarded {
  readonly minimumCell: number
  readonly allUnreadable: IndividualSet
  readonly regions: ReadonlyMap<string, CollectionRegion>
}

/**
 * Decides which counts of a variable's margins are published, release by release. A count is published if no sum of it
 * and counts of earlier releases depends on few individuals, whether these were published or not: an account may know
 * them by other counts. All users with the same access get the same decisions: the search depends on the seed alone.
 */
export class MarginHistory {
  readonly #guard: Guarded
  readonly #search: LowWeightSearch
  readonly #published: Mask[] = []
  /** The releases with published counts, by their greatest individual number. */
  readonly #releases: number[] = []
  /** The greatest individual number of the release before; null for the first with the variable. */
  #before: number | null = null

  constructor(guard: Guarded, seed: string) {
    this.#guard = guard
    const individuals = { allUnreadable: guard.allUnreadable, regions: [...guard.regions.values()] }
    this.#search = new LowWeightSearch(individuals, guard.minimumCell, seededBelow(seed))
  }

  /** The counts of one release that are published, of those that may be by themselves. */
  publishable<Count extends { readonly individuals: IndividualSet }>(
    groups: readonly MarginGroup<Count>[],
    lastIndividual: number,
  ): Count[] {
    const added = this.#addedTo(lastIndividual)
    const mayGrow = new Set(groups.flatMap((group) => withoutSmallGrowth(group, added, this.#guard.minimumCell)))
    const known = [...this.#guard.regions.values()].flatMap((region) => {
      const individuals = knownAt(region, lastIndividual)
      return sizeOf(individuals) > 0 ? [this.#search.maskOf(individuals)] : []
    })
    if (!this.#hasGrownLittle(lastIndividual)) known.push(...this.#published)
    const published = groups
      .flatMap(({ counts }) => counts)
      .filter((count) => {
        const mask = this.#publish(count.individuals, known, mayGrow.has(count))
        if (mask) known.push(mask)
        if (mask) this.#published.push(mask)
        return mask !== null
      })
    if (published.length > 0) this.#releases.push(lastIndividual)
    this.#before = lastIndividual
    return published
  }

  /** The mask of a count if it is published. Otherwise it counts as known all the same. */
  #publish(individuals: IndividualSet, known: readonly Mask[], mayGrow: boolean): Mask | null {
    if (this.#search.isFullFor(individuals)) return null
    const relation = this.#search.relationOf(individuals)
    const mask = this.#search.maskOf(individuals, relation)
    const isNew = relation.kind === 'independent' || (relation.kind === 'sum' && isSumOf(mask, known))
    return mayGrow && isNew ? mask : null
  }

  /** Individuals added since the release before, by collection. */
  #addedTo(lastIndividual: number): IndividualSet[] {
    const before = this.#before
    if (before === null) return []
    return [...this.#guard.regions.values()].map((region) =>
      differenceOf(knownAt(region, lastIndividual), knownAt(region, before)),
    )
  }

  /**
   * Whether a collection has grown by few individuals since counts were published. The same counts again would disclose
   * that none of these individuals is in a cell.
   */
  #hasGrownLittle(lastIndividual: number): boolean {
    return [...this.#guard.regions.values()].some(({ countUpTo }) =>
      this.#releases.some((last) => isSmall(countUpTo(lastIndividual) - countUpTo(last), this.#guard.minimumCell)),
    )
  }
}
