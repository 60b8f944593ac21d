import type { Ranks } from '#domain/statistics/number-tests.ts'

/** A number and how often it was given. */
export type CountedNumber = readonly [value: number, count: number]

export interface Summary {
  /** Null for no numbers, and if the sum is too large. */
  readonly mean: number | null
  /** The sample standard deviation; also null for fewer than two numbers. */
  readonly sd: number | null
  /** Minimum, quartiles (type 7, the default of R and NumPy) and maximum. */
  readonly quantiles: [number, number, number, number, number] | null
}

/** The summary of numbers with their counts, in any order. */
export function summaryOf(counted: readonly CountedNumber[]): Summary {
  const sorted = sortedOnce(counted)
  const total = sumOf(sorted, ([, count]) => count)
  if (total === 0) return { mean: null, sd: null, quantiles: null }
  const mean = sumOf(sorted, ([value, count]) => count * value) / total
  const squares = sumOf(sorted, ([value, count]) => count * (value - mean) ** 2)
  return {
    mean: finite(mean),
    sd: total < 2 ? null : finite(Math.sqrt(squares / (total - 1))),
    quantiles: [
      quantileOf(sorted, total, 0),
      quantileOf(sorted, total, 0.25),
      quantileOf(sorted, total, 0.5),
      quantileOf(sorted, total, 0.75),
      quantileOf(sorted, total, 1),
    ],
  }
}

/**
 * Each number once, in ascending order: the order of the rows, and how a number is divided among them, must not change
 * the last digit of a sum.
 */
function sortedOnce(counted: readonly CountedNumber[]): readonly CountedNumber[] {
  const counts = new Map<number, number>()
  for (const [value, count] of counted) if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts].toSorted(([one], [other]) => one - other)
}

/** Interpolates between the two numbers beside the position (n − 1)·p, counted from 0. */
function quantileOf(sorted: readonly CountedNumber[], total: number, part: number): number {
  const position = (total - 1) * part
  const lower = numberAt(sorted, Math.floor(position))
  const upper = numberAt(sorted, Math.ceil(position))
  return lower === upper ? lower : lower + (position - Math.floor(position)) * (upper - lower)
}

function numberAt(sorted: readonly CountedNumber[], place: number): number {
  let before = 0
  for (const [value, count] of sorted) {
    before += count
    if (place < before) return value
  }
  return sorted.at(-1)?.[0] ?? Number.NaN
}

export interface RankedGroups {
  readonly groups: readonly Ranks[]
  /** The sum of t³ − t over the numbers, each given t times. */
  readonly ties: number
}

/** Rank sums of several groups by mid-ranks among the numbers of all groups. */
export function ranksOf(groups: readonly (readonly CountedNumber[])[]): RankedGroups {
  const totals = new Map<number, number>()
  for (const [value, count] of groups.flat()) totals.set(value, (totals.get(value) ?? 0) + count)
  const middles = new Map<number, number>()
  let before = 0
  let ties = 0
  for (const [value, count] of [...totals].toSorted(([one], [other]) => one - other)) {
    middles.set(value, before + (count + 1) / 2)
    before += count
    ties += count ** 3 - count
  }
  return {
    groups: groups.map((counted) => ({
      count: sumOf(counted, ([, count]) => count),
      rankSum: sumOf(counted, ([value, count]) => count * (middles.get(value) ?? 0)),
    })),
    ties,
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += value(item)
  return sum
}
