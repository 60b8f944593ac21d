import type { Split } from '#contract/entities.ts'

/** All who might have been meant. */
export function wholeOf({ match, noMatch, unknown, noRecord, notCounted }: Split): number {
  return match + noMatch + unknown + noRecord + (notCounted ?? 0)
}

/** The four ways that people of a parent cohort may go, in the order in which they are drawn, and what they are called. */
export const SPLIT_PARTS = [
  { key: 'match', term: 'match' },
  { key: 'noMatch', term: 'no-match' },
  { key: 'unknown', term: 'unknown' },
  { key: 'noRecord', term: 'no-record' },
] as const
