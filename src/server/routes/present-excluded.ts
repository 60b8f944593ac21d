import { isSmall } from '#domain/hidden-cells.ts'

interface Excluded {
  readonly collection: string
  readonly count: number | null
}

/** How many are left out of a file, without the numbers that would tell of few people. */
export function presentExcluded(excluded: readonly Excluded[], minimumCell: number): Excluded[] {
  return excluded.map(({ collection, count }) => ({
    collection,
    count: count === null || isSmall(count, minimumCell) ? null : count,
  }))
}
