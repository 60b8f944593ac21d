import type { IndividualSet } from '#server/disclosure/participant-set.ts'

/** A cell of a table of counts. */
export interface Cell {
  /** The key of the definition: cells of equal keys hold the same individuals, whatever their answers. */
  readonly key: string
  readonly individuals: IndividualSet
  /** Individuals outside the population that meet the cell's condition; absent if the population is All Individuals. */
  readonly outside?: number
  /**
   * For each of several variables that define the cell together: the number of individuals in the population outside
   * the cell who share an answer with a member of the cell. If it is 0, knowing that answer identifies members of the
   * cell.
   */
  readonly sharing?: readonly number[]
}

/** Counts that a response would disclose together. */
export interface Table {
  /** The individuals that the cells divide; their number is known. */
  readonly population: IndividualSet
  /** Keys of disclosed cells with sums implied by the definitions: the population itself, parents. */
  readonly known: readonly string[]
  /** Names of the catalog variables that define the population and the cells. */
  readonly variables: readonly string[]
  /** Groups tables that divide the same population by the same variable; null if there are several variables. */
  readonly family: string | null
  /** In descending order of importance. */
  readonly cells: readonly Cell[]
  /** The greatest number of an individual who was counted; absent if the present data were. */
  readonly countedTo?: number | undefined
}
