import type { Split } from '#contract/shapes.ts'

/** All who might have been meant. */
export function wholeOf({ match, no_match, unknown, no_record, not_counted }: Split): number {
  return match + no_match + unknown + no_record + (not_counted ?? 0)
}

/** The four ways that people of a parent cohort may go, in the order in which they are drawn, and what they are called. */
export const SPLIT_PARTS = [
  { key: 'match', term: 'match' },
  { key: 'no_match', term: 'no-match' },
  { key: 'unknown', term: 'unknown' },
  { key: 'no_record', term: 'no-record' },
] as const
