import type { CollectionRegion } from '#server/disclosure/ledger/individual-layout.ts'
import { type IndividualSet, sizeOf, within } from '#server/disclosure/ledger/participant-set.ts'

/**
 * Decisions by cell. A count may be repeated if the cell holds the same individuals and no other individual could be in
 * it: an equal count after individuals were added would disclose that none of them is. A cohort of an earlier release and
 * the same definition on the present data are therefore decided apart.
 */
export class Decisions<Decision extends { readonly countedTo?: number | undefined }> {
  readonly #regions: readonly CollectionRegion[]
  readonly #byId = new Map<string, Decision[]>()

  constructor(regions: readonly CollectionRegion[]) {
    this.#regions = regions
  }

  add(id: string, decision: Decision): void {
    this.#byId.set(id, [...(this.#byId.get(id) ?? []), decision])
  }

  /** The decisions on a cell that counted the same individuals of the population. */
  alike(id: string, population: IndividualSet, countedTo?: number): readonly Decision[] {
    const found = this.#byId.get(id) ?? []
    return found.filter((decision) => this.#areAlike(population, decision.countedTo, countedTo))
  }

  /** Whether the same individuals were counted, whether others could have been or not. */
  hasAny(id: string): boolean {
    return this.#byId.has(id)
  }

  #areAlike(population: IndividualSet, one = Number.MAX_SAFE_INTEGER, other = Number.MAX_SAFE_INTEGER): boolean {
    return this.#regions.every(
      ({ firstWord, endWord, countUpTo }) =>
        countUpTo(one) === countUpTo(other) || sizeOf(within(population, firstWord, endWord)) === 0,
    )
  }
}
