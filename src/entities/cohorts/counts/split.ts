import type { Split } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'

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

/** The outcomes of the individuals that an intersection excludes; null where they are not those `excluded`. */
export function excludedWords(split: Split, excluded: number): string | null {
  const { match, noMatch, unknown, noRecord, notCounted } = split
  if (excluded === 0 || wholeOf(split) - match !== excluded) return null
  const parts = [
    [noMatch, 'no match'],
    [unknown, 'unknown'],
    [noRecord, 'no record'],
    ...(notCounted ? ([[notCounted, 'not counted']] as const) : []),
  ] as const
  return parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
}
