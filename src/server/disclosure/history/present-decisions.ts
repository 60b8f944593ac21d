import { areCountedAlike, type GrowingRegion } from '#server/disclosure/history/earlier-decisions.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'

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
