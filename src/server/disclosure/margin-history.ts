import { knownAt } from '#server/disclosure/bit-layout.ts'
import { isSumOf } from '#server/disclosure/bit-vector.ts'
import { isSmall } from '#server/disclosure/complementary-suppression.ts'
import type { Guard } from '#server/disclosure/disclosure-control.ts'
import { LowWeightSearch, type Mask } from '#server/disclosure/low-weight-search.ts'
import { sizeOf, type IndividualSet } from '#server/disclosure/participant-set.ts'
import { seededBelow } from '#server/disclosure/random-below.ts'

type Guarded = Pick<Guard, 'minimumCell' | 'allUnreadable' | 'regions'>

/**
 * Decides which counts of a variable's margins are published, release by release. A count is published if no sum of it
 * and counts published before depends on few individuals. All users with the same access get the same decisions:
 * the search depends on the seed alone.
 */
export class MarginHistory {
  readonly #guard: Guarded
  readonly #search: LowWeightSearch
  /** The releases with published counts, by their greatest individual number. */
  readonly #published: number[] = []

  constructor(guard: Guarded, seed: string) {
    this.#guard = guard
    const individuals = { allUnreadable: guard.allUnreadable, regions: [...guard.regions.values()] }
    this.#search = new LowWeightSearch(individuals, guard.minimumCell, seededBelow(seed))
  }

  /** The counts of one release that are published, of those that may be by themselves. */
  publishable<Count extends { readonly individuals: IndividualSet }>(
    counts: readonly Count[],
    lastIndividual: number,
  ): Count[] {
    const masks = [...this.#guard.regions.values()].flatMap((region) => {
      const individuals = knownAt(region, lastIndividual)
      return sizeOf(individuals) > 0 ? [this.#maskOf(individuals)] : []
    })
    const mayRepeat = !this.#hasGrownLittle(lastIndividual)
    const published = counts.filter(({ individuals }) => {
      const mask = this.#publish(individuals, masks, mayRepeat)
      if (mask) masks.push(mask)
      return mask !== null
    })
    if (published.length > 0) this.#published.push(lastIndividual)
    return published
  }

  /** `masks`: what is known of the same release. */
  #publish(individuals: IndividualSet, masks: readonly Mask[], mayRepeat: boolean): Mask | null {
    const relation = this.#search.relationOf(individuals)
    if (relation.kind === 'independent') return this.#search.add(individuals, relation.reduced)
    return relation.kind === 'sum' && (mayRepeat || isSumOf(relation.mask, masks)) ? relation.mask : null
  }

  /**
   * Whether a collection has grown by few individuals since counts were published. The same counts again would disclose
   * that none of these individuals is in a cell.
   */
  #hasGrownLittle(lastIndividual: number): boolean {
    return [...this.#guard.regions.values()].some(({ countUpTo }) =>
      this.#published.some((last) => isSmall(countUpTo(lastIndividual) - countUpTo(last), this.#guard.minimumCell)),
    )
  }

  #maskOf(individuals: IndividualSet): Mask {
    const relation = this.#search.relationOf(individuals)
    if (relation.kind === 'sum') return relation.mask
    return this.#search.add(individuals, relation.kind === 'independent' ? relation.reduced : [])
  }
}
