import type { Split } from '#contract/shapes/entities.ts'

/** All individuals of the parent cohort. */
export function wholeOf({ match, noMatch, unknown, noRecord, notCounted }: Split): number {
  return match + noMatch + unknown + noRecord + (notCounted ?? 0)
}

/** The four outcomes of a parent's individuals, in drawing order, with their labels. */
export const SPLIT_PARTS = [
  { key: 'match', term: 'match' },
  { key: 'noMatch', term: 'no-match' },
  { key: 'unknown', term: 'unknown' },
  { key: 'noRecord', term: 'no-record' },
] as const
