import type { Split } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { formatCount } from '#domain/numbers.ts'
import { SplitLine } from '#ui/charts/split-bar.tsx'

/** The outcomes of a rule as a line, with their numbers in words. */
export function RuleSplit({ split }: { split: Split }) {
  const { match, noMatch, unknown, noRecord, notCounted, notCountedCollections } = split
  const parts = [
    { key: 'match', label: 'match', count: match },
    { key: 'noMatch', label: 'no match', count: noMatch },
    { key: 'unknown', label: 'unknown', count: unknown },
    { key: 'noRecord', label: 'no record', count: noRecord },
    { key: 'notCounted', label: notCountedWords(notCountedCollections ?? []), count: notCounted ?? 0 },
  ].filter(({ count }) => count > 0)
  return (
    <SplitLine parts={parts} label={parts.map(({ label, count }) => `${formatCount(count)} ${label}`).join(', ')} />
  )
}
