import { upperTailOfChiSquare } from '#domain/statistics/tails.ts'

/*
 * What counts disclose about one individual by averaging (linear reconstruction). The answers of the other members of a
 * small group are noise; the average over many groups that share the individual removes it. If an individual is in a cell
 * of a or in another of b individuals, the two counts have information 1/a + 1/b about it (the squared signal over the
 * variance of the noise), and the information of independent tables adds up. With information d² in all, an answer that
 * is a fair coin is guessed right in Φ(d/2).
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
}

export interface InferenceLimit {
  /** Information after which no further table with the variable is shown. The last one may exceed it by as much. */
  readonly budget: number
  /** A table of cells of this size costs no more than the budget. */
  readonly minimumCell: number
}

/** With 1 nothing would be suppressed. */
const LEAST_CELL = 2

/** The limit for a share of right guesses above 0.5; null for no limit. */
export function inferenceLimitFor(share: number | null): InferenceLimit {
  if (share === null) return { budget: Number.POSITIVE_INFINITY, minimumCell: 0 }
  const quantile = normalQuantile(share)
  const budget = 2 * quantile * quantile
  return { budget, minimumCell: Math.max(LEAST_CELL, Math.ceil(2 / budget)) }
}

/** Information of the counts of a partition: an individual may be in either of its two smallest parts. */
export function costOf(sizes: readonly number[]): number {
  const [smallest, second] = sizes.filter((size) => size > 0).toSorted((one, other) => one - other)
  return smallest === undefined || second === undefined ? 0 : 1 / smallest + 1 / second
}

/** The costs of all tables of a history. */
export class Costs {
  readonly #budget: number
  readonly #spent = new Map<string, number>()

  constructor(budget: number) {
    this.#budget = budget
  }

  /** Without a limit no table is too much, and none has to be checked. */
  get hasLimit(): boolean {
    return this.#budget < Number.POSITIVE_INFINITY
  }

  /** Whether a table is too much. It depends on counts that were shown before, not on those of the table. */
  isSpent(variables: readonly string[], collections: readonly string[]): boolean {
    return keysOf(variables, collections).some((key) => (this.#spent.get(key) ?? 0) >= this.#budget)
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
