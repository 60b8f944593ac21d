import type { Split } from '#contract/shapes/shapes.ts'
import { notCountedFields } from '#server/engine/conditions/shown-value.ts'

/** Numbers of individuals by outcome. */
export type OutcomeCounts = Record<'match' | 'no_match' | 'unknown' | 'no_record' | 'not_counted', number>

/** The sum of the splits of all collections. */
export function sumOfCounts(splits: ReadonlyMap<string, OutcomeCounts>): Split {
  const sum = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (const split of splits.values()) {
    sum.match += split.match
    sum.no_match += split.no_match
    sum.unknown += split.unknown
    sum.no_record += split.no_record
  }
  const notCounted = [...splits].map(([collection, split]) => [collection, split.not_counted] as const)
  return { ...sum, ...notCountedFields(notCounted) }
}

/** Adds individuals to an outcome of their collection; `isUnread`: an unreadable text may decide an unknown outcome. */
export function addOutcome(
  splits: Map<string, OutcomeCounts>,
  collection: string,
  outcome: Exclude<keyof OutcomeCounts, 'not_counted'>,
  count: number,
  isUnread: boolean,
): void {
  const split = splits.get(collection) ?? { match: 0, no_match: 0, unknown: 0, no_record: 0, not_counted: 0 }
  const isUndecided = outcome === 'unknown' || outcome === 'no_record'
  split[isUndecided && isUnread ? 'not_counted' : outcome] += count
  splits.set(collection, split)
}
