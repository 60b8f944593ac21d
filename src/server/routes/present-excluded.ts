import type { Telling } from '#server/small-counts/told-sets.ts'

interface Excluded {
  readonly collection: string
  readonly count: number | null
}

/** How many are left out of a file, without the numbers that would tell of few people. */
export function presentExcluded(excluded: readonly Excluded[], telling: Telling): Excluded[] {
  return excluded.map(({ collection, count }) => ({
    collection,
    count: telling.ofCollection(collection) ? null : count,
  }))
}
