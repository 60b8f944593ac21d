import type { Region } from '#server/disclosure/ledger/low-weight-search.ts'
import type { IndividualSet } from '#server/disclosure/participant-set.ts'

/** Individuals whose records an account may not read. */
export interface UnreadableIndividuals {
  readonly allUnreadable: IndividualSet
  readonly regions: ReadonlyMap<string, UnreadableRegion>
  /** The collections as they were at earlier releases: their sizes are known. */
  readonly earlier?: readonly IndividualSet[]
}

export interface UnreadableRegion extends Region {
  readonly individuals: IndividualSet
  /** How many of the individuals have at most that number. */
  readonly countUpTo: (lastIndividual: number) => number
}
