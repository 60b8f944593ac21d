import type { Mask } from '#server/disclosure/ledger/low-weight-search.ts'
import { sizeOf, within, type IndividualSet } from '#server/disclosure/participant-set.ts'

/** A decision of an earlier release. */
export interface EarlierDecision {
  readonly mask: Mask
  readonly isShown: boolean
  /** The greatest number of an individual who was counted. */
  readonly countedTo: number
}

interface GrowingRegion {
  readonly firstWord: number
  readonly endWord: number
  /** How many of the individuals have at most that number. */
  readonly countUpTo: (lastIndividual: number) => number
}

/**
 * Decisions of earlier releases about the same cells. A count may be repeated if the cell holds the same individuals
 * and no other individual could be in it: an equal count after individuals were added would disclose that none is in it.
 */
export class EarlierDecisions {
  readonly #regions: readonly GrowingRegion[]
  readonly #byId = new Map<string, EarlierDecision[]>()

  constructor(regions: readonly GrowingRegion[]) {
    this.#regions = regions
  }

  add(id: string, decision: EarlierDecision): void {
    this.#byId.set(id, [...(this.#byId.get(id) ?? []), decision])
  }

  /** The last decision about a cell of a population that was counted up to a number. */
  find(id: string, population: IndividualSet, countedTo = Number.MAX_SAFE_INTEGER): EarlierDecision | undefined {
    const decisions = this.#byId.get(id)
    if (!decisions) return undefined
    const counted = this.#regions.filter(({ firstWord, endWord }) => sizeOf(within(population, firstWord, endWord)) > 0)
    return decisions.findLast((decision) =>
      counted.every(({ countUpTo }) => countUpTo(decision.countedTo) === countUpTo(countedTo)),
    )
  }
}
