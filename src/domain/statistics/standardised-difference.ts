import type { Moments } from '#domain/statistics/number-tests.ts'

/** Pivots below this share of their column are zero but for rounding. */
const SMALLEST_PIVOT = 1e-12

/**
 * The standardised mean difference of a group from the first one: the difference of the means over the root of the mean
 * variance. Null for groups of fewer than two, and for different means without any variance.
 */
export function differenceOfMeans(first: Moments, group: Moments): number | null {
  if (first.count < 2 || group.count < 2) return null
  const difference = group.mean - first.mean
  const pooled = Math.sqrt((first.sd ** 2 + group.sd ** 2) / 2)
  if (pooled > 0) return difference / pooled
  return difference === 0 ? 0 : null
}

/**
 * The standardised difference of the proportions of categories (Yang & Dalton 2012): the Mahalanobis distance of the
 * proportions without the first category. Null for an empty group, and for groups without a common category.
 */
export function differenceOfCategories(first: readonly number[], group: readonly number[]): number | null {
  const [firstTotal, groupTotal] = [first, group].map((counts) => counts.reduce((sum, count) => sum + count, 0))
  if (!firstTotal || !groupTotal) return null
  const used = first.flatMap((count, place) => {
    const other = group[place] ?? 0
    return count + other > 0 ? [{ one: count / firstTotal, other: other / groupTotal }] : []
  })
  if (used.length < 2) return 0
  const [, ...shares] = used
  const differences = shares.map(({ one, other }) => other - one)
  const covariances = shares.map((row, at) =>
    shares.map((column, place) =>
      at === place
        ? (row.one * (1 - row.one) + row.other * (1 - row.other)) / 2
        : -(row.one * column.one + row.other * column.other) / 2,
    ),
  )
  const solved = solve(covariances, differences)
  if (solved === null) return differences.every((difference) => difference === 0) ? 0 : null
  const squared = differences.reduce((sum, difference, place) => sum + difference * (solved[place] ?? 0), 0)
  return Math.sqrt(Math.max(0, squared))
}

/** Gaussian elimination with partial pivoting; null for a singular matrix. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] | null {
  let rows = matrix.map((row, place) => [...row, values[place] ?? 0])
  const size = rows.length
  const scale = Math.max(...matrix.flat().map(Math.abs))
  const done: number[][] = []
  for (let column = 0; column < size; column++) {
    const [pivot, ...rest] = rows.toSorted((one, other) => Math.abs(other[column] ?? 0) - Math.abs(one[column] ?? 0))
    const lead = pivot?.[column] ?? 0
    if (!pivot || Math.abs(lead) <= SMALLEST_PIVOT * scale) return null
    done.push(pivot)
    rows = rest.map((row) => {
      const factor = (row[column] ?? 0) / lead
      return row.map((value, place) => value - factor * (pivot[place] ?? 0))
    })
  }
  const solution = Array.from({ length: size }, () => 0)
  for (const [column, row] of [...done.entries()].toReversed()) {
    const known = solution.reduce((sum, value, place) => (place > column ? sum + value * (row[place] ?? 0) : sum), 0)
    solution[column] = ((row[size] ?? 0) - known) / (row[column] ?? 1)
  }
  return solution
}
