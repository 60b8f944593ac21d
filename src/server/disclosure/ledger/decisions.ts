import type { Mask } from '#server/disclosure/ledger/low-weight-search.ts'
import { type IndividualSet, sizeOf, within } from '#server/disclosure/ledger/participant-set.ts'

/** A decision of an earlier release. */
export interface EarlierDecision {
  readonly mask: Mask
  readonly isShown: boolean
  /** The greatest number of an individual who was counted. */
  readonly countedTo: number
}

export interface GrowingRegion {
  readonly firstWord: number
  readonly endWord: number
  /** How many of the individuals have at most that number. */
  readonly countUpTo: (lastIndividual: number) => number
}

/** Whether two counts of a population, up to one number each, could have counted the same individuals. */
export function areCountedAlike(
  regions: readonly GrowingRegion[],
  population: IndividualSet,
  one = Number.MAX_SAFE_INTEGER,
  other = Number.MAX_SAFE_INTEGER,
): boolean {
  return regions.every(
    ({ firstWord, endWord, countUpTo }) =>
      countUpTo(one) === countUpTo(other) || sizeOf(within(population, firstWord, endWord)) === 0,
  )
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
  find(id: string, population: IndividualSet, countedTo?: number): EarlierDecision | undefined {
    return this.#byId
      .get(id)
      ?.findLast((decision) => areCountedAlike(this.#regions, population, decision.countedTo, countedTo))
  }
}

interface PresentDecision {
  readonly id: string
  /** The greatest number of an individual who was counted; absent if the present data were. */
  readonly countedTo?: number | undefined
}

/**
 * Decisions on the present release by cell. A cohort of an earlier release and the same definition on the present data
 * may hold the same individuals. Their counts are decided apart: a repeated one would disclose that no individual who was
 * added since is in the cell.
 */
export class PresentDecisions<Decision extends PresentDecision> {
  readonly #regions: readonly GrowingRegion[]
  readonly #byId = new Map<string, Decision[]>()

  constructor(regions: readonly GrowingRegion[]) {
    this.#regions = regions
  }

  add(decision: Decision): void {
    this.#byId.set(decision.id, [...(this.#byId.get(decision.id) ?? []), decision])
  }

  find(id: string, population: IndividualSet, countedTo?: number): Decision | undefined {
    return this.#byId.get(id)?.find((one) => areCountedAlike(this.#regions, population, one.countedTo, countedTo))
  }

  /** Whether the same individuals were counted, whether others could have been or not. */
  hasAny(id: string): boolean {
    return this.#byId.has(id)
  }
}
