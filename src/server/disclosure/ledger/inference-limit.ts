import { upperTailOfChiSquare } from '#domain/statistics/tails.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import type { UnreadableIndividuals } from '#server/disclosure/ledger/unreadable-individuals.ts'
import { sizeOf, sizeWithout, unionOf, type IndividualSet } from '#server/disclosure/participant-set.ts'

/*
 * What counts disclose about one individual by averaging (linear reconstruction). The answers of the other members of a
 * small group are noise; the average over many groups that share the individual removes it. If an individual is in a cell
 * of a or in another of b individuals, the two counts have information 1/a + 1/b about it (the squared signal over the
 * variance of the noise), and the information of independent tables adds up. With information d² in all, an answer that
 * is a fair coin is guessed right in Φ(d/2).
 *
 * With noise of the standard deviation σ in each count (CELL_NOISE), a count has information 1/σ² at most, whatever the
 * attacker knows of the other members: the individual changes it by 1. Φ(d/2) is then an upper bound for every attack by
 * these counts (the trade-off function of Gaussian mechanisms, Dong, Roth and Su 2022).
 */

/** What a table disclosed of the variables that define it, of the individuals of these collections. */
export interface Cost {
  readonly variables: readonly string[]
  readonly collections: readonly string[]
  /** Information, at most. */
  readonly amount: number
}

export interface LedgerLimits {
  /** Counts of fewer individuals are suppressed. */
  readonly minimum: number
  /** Of each variable; Infinity for no limit. */
  readonly budget: number
  /** Standard deviation of the noise in each count; none by default. */
  readonly noise?: number
}

export interface InferenceLimit {
  /**
   * Without noise the information after which no further table with the variable is shown: the last one may exceed it by
   * as much. With noise the information of all tables.
   */
  readonly budget: number
  /** Without noise a table of cells of this size costs no more than the budget. */
  readonly minimumCell: number
}

/** With 1 nothing would be suppressed. */
const LEAST_CELL = 2

/** The limit for a share of right guesses above 0.5; null for no limit. `noise` is the standard deviation, 0 for none. */
export function inferenceLimitFor(share: number | null, noise = 0): InferenceLimit {
  if (share === null) return { budget: Number.POSITIVE_INFINITY, minimumCell: noise > 0 ? LEAST_CELL : 0 }
  const budget = 2 * normalQuantile(share) ** 2
  if (noise > 0) return { budget: 2 * budget, minimumCell: LEAST_CELL }
  return { budget, minimumCell: Math.max(LEAST_CELL, Math.ceil(2 / budget)) }
}

/** The least noise with which the budget has room for a variable's counts over all individuals and one further table. */
export function leastNoiseFor(share: number): number {
  return Math.ceil(Math.sqrt((2 * informationOf(2, 1)) / inferenceLimitFor(share, 1).budget))
}

/** Information of some counts of one partition with noise, if an answer may move this many individuals between two. */
export function informationOf(counts: number, noise: number, moved = 1): number {
  return Math.min(2, counts) * (moved / noise) ** 2
}

/** Information of the counts of a partition: an individual may be in either of its two smallest parts. */
export function costOf(sizes: readonly number[]): number {
  const [smallest, second] = sizes.filter((size) => size > 0).toSorted((one, other) => one - other)
  return smallest === undefined || second === undefined ? 0 : 1 / smallest + 1 / second
}

type CountedData = Pick<UnreadableIndividuals, 'largestFamily' | 'releases'>

/** The costs of all tables of a history. */
export class Costs {
  readonly #budget: number
  readonly #noise: number
  readonly #largestFamily: number
  readonly #hasLargeFamilies: boolean
  readonly #spent = new Map<string, number>()

  constructor({ minimum, budget, noise = 0 }: LedgerLimits, { largestFamily = 1, releases = 1 }: CountedData) {
    this.#noise = noise
    this.#largestFamily = largestFamily
    this.#hasLargeFamilies = largestFamily >= minimum
    // The counts of every variable over all individuals are shown without a request that could be refused.
    this.#budget = noise > 0 ? budget - releases * informationOf(2, noise) : budget
  }

  /** Without a limit no table is too much, and none has to be checked. */
  get hasLimit(): boolean {
    return this.#budget < Number.POSITIVE_INFINITY
  }

  /** Whether a table is too much. It depends on counts that were shown before, not on those of the table. */
  isSpent(table: Table, collections: readonly string[]): boolean {
    // Two counts that differ by a family of fewer would be suppressed. By a larger one, equal counts would disclose it.
    if (this.#noise > 0 && table.decidesFamilies && this.#hasLargeFamilies) return true
    const most = this.#noise > 0 ? this.#informationOf(table, table.cells.length) : 0
    return keysOf(table.variables, collections).some((key) => (this.#spent.get(key) ?? 0) + most >= this.#budget)
  }

  /** Information of the shown cells of a table. */
  amountOf(table: Table, shown: readonly IndividualSet[]): number {
    if (this.#noise > 0) return this.#informationOf(table, shown.length)
    return costOf([...shown.map(sizeOf), sizeWithout(table.population, unionOf(shown))])
  }

  #informationOf({ decidesFamilies, isOverlapping }: Table, counts: number): number {
    const moved = decidesFamilies ? this.#largestFamily : 1
    return isOverlapping ? counts * informationOf(1, this.#noise, moved) : informationOf(counts, this.#noise, moved)
  }

  add({ variables, collections, amount }: Cost): void {
    for (const key of keysOf(variables, collections)) this.#spent.set(key, (this.#spent.get(key) ?? 0) + amount)
  }
}

function keysOf(variables: readonly string[], collections: readonly string[]): string[] {
  return collections.flatMap((collection) => variables.map((variable) => JSON.stringify([collection, variable])))
}

const HALVINGS = 60

/** Φ⁻¹ of a share from 0.5 to 1, by bisection: the square of a normal number is distributed as χ². */
function normalQuantile(share: number): number {
  let [low, high] = [0, 10]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (1 - upperTailOfChiSquare(middle * middle, 1) / 2 < share) low = middle
    else high = middle
  }
  return low
}
