import { knownAt } from '#server/disclosure/bit-layout.ts'
import { isSmall } from '#server/disclosure/complementary-suppression.ts'
import type { Guard } from '#server/disclosure/disclosure-control.ts'
import { withoutSmallGrowth, type MarginGroup } from '#server/disclosure/history/margin-growth.ts'
import { isSumOf } from '#server/disclosure/ledger/bit-vector.ts'
import { LowWeightSearch, type Mask } from '#server/disclosure/ledger/low-weight-search.ts'
import { seededBelow } from '#server/disclosure/ledger/random-below.ts'
import { differenceOf, sizeOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

type Guarded = Pick<Guard, 'minimumCell' | 'allUnreadable' | 'regions'>

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
