import type { Split } from '#contract/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { Term } from '#entities/term.tsx'
import { SPLIT_PARTS, wholeOf } from '#features/cohorts/split-parts.ts'
import { SplitBar, type SplitPart } from '#ui/split-bar.tsx'

const NOT_YET: Split = { match: 0, noMatch: 0, unknown: 0, noRecord: 0 }

/** Where everybody of a parent cohort goes; null while they are counted, which takes the same room. */
export function ParentSplit({ split }: { split: Split | null }) {
  const counts = split ?? NOT_YET
  const whole = wholeOf(counts)
  const parts: SplitPart[] = SPLIT_PARTS.map(({ key, term }) => ({
    key,
    label: <Term id={term} />,
    count: counts[key],
  }))
  const { notCounted, notCountedCollections: collections } = counts
  if (notCounted) {
    const label = <Term id="not-counted">{notCountedWords(collections ?? [])}</Term>
    parts.push({ key: 'notCounted', label, count: notCounted })
  }
  return (
    <SplitBar
      label="Split of the parent cohort"
      parts={parts}
      format={(count) => (split === null ? '…' : formatCount(count))}
      // A blank, too, makes the line as high as the share will.
      share={(count) => (split === null ? '\u00A0' : formatShare(count, whole))}
      base={split === null ? '\u00A0' : `Percentages are of the ${countOf(whole, 'individual')} of the parent cohort.`}
    />
  )
}
