import type { TestResult } from '#domain/statistics/number-tests.ts'
import { logarithmOfChoices, upperTailOfChiSquare } from '#domain/statistics/tails.ts'

/** Below this expected count the χ² test does not hold (Cochran 1954). */
const LEAST_EXPECTED = 5

/** Probabilities that differ by rounding alone count as equal, as in R and SciPy. */
const EQUAL_WITHIN = 1e-7

/** Counts of categories: a row for each group. */
export type CountTable = readonly (readonly number[])[]

/** Pearson’s χ² test without continuity correction; null for fewer than two rows or columns with counts. */
export function chiSquareTest(table: CountTable): TestResult | null {
  const { rows, rowSums, columnSums, total } = withoutEmpty(table)
  if (rows.length < 2 || columnSums.length < 2) return null
  let statistic = 0
  for (const [row, counts] of rows.entries()) {
    for (const [column, count] of counts.entries()) {
      const expected = ((rowSums[row] ?? 0) * (columnSums[column] ?? 0)) / total
      statistic += (count - expected) ** 2 / expected
    }
  }
  return { statistic, p: upperTailOfChiSquare(statistic, (rows.length - 1) * (columnSums.length - 1)) }
}

/** Whether an expected count is too small for the χ² test. */
export function hasSmallExpected(table: CountTable): boolean {
  const { rows, rowSums, columnSums, total } = withoutEmpty(table)
  if (rows.length < 2 || columnSums.length < 2) return false
  return (Math.min(...rowSums) * Math.min(...columnSums)) / total < LEAST_EXPECTED
}

/**
 * Fisher’s exact test of a table of 2×2, two-sided: the probability of all tables with these margins that are at most as
 * likely. Null for another table.
 */
export function fisherTest(table: CountTable): { readonly p: number } | null {
  const { rows, rowSums, columnSums, total } = withoutEmpty(table)
  const observed = rows[0]?.[0]
  const [row = 0] = rowSums
  const [column = 0] = columnSums
  if (rows.length !== 2 || columnSums.length !== 2 || observed === undefined) return null
  const logarithm = (count: number) =>
    logarithmOfChoices(column, count) + logarithmOfChoices(total - column, row - count) - logarithmOfChoices(total, row)
  const least = logarithm(observed) + Math.log1p(EQUAL_WITHIN)
  let p = 0
  for (let count = Math.max(0, row + column - total); count <= Math.min(row, column); count++) {
    const probability = logarithm(count)
    if (probability <= least) p += Math.exp(probability)
  }
  return { p: Math.min(1, p) }
}

function withoutEmpty(table: CountTable) {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const width = Math.max(0, ...table.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    table.some((row) => (row[column] ?? 0) > 0),
  )
  const rows = table.map((row) => columns.map((column) => row[column] ?? 0)).filter((row) => sum(row) > 0)
  const columnSums = columns.map((_, column) => sum(rows.map((row) => row[column] ?? 0)))
  return { rows, rowSums: rows.map(sum), columnSums, total: sum(columnSums) }
}
