import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Split, Cohort } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { placeholderWords, undecidedWords } from '#domain/cohorts/cohort-notes.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { countOf, formatCount, formatShare, wordFor } from '#domain/numbers.ts'
import { liveTotal, type PreviewedCounts } from '#entities/cohorts/building/cohort-draft.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { SPLIT_PARTS, wholeOf } from '#entities/cohorts/counts/split.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { SplitBar, type SplitPart } from '#ui/charts/split-bar.tsx'
import { classNames } from '#ui/class-names.ts'
import stack from '#ui/stack.module.css'

const NOT_YET: Split = { match: 0, noMatch: 0, unknown: 0, noRecord: 0 }

interface ParentSplitProps {
  split: Split | null
  parentId: number | null
}

/** The outcomes of a parent's individuals; while null (loading), the placeholder has the same height. */
export function ParentSplit({ split, parentId }: ParentSplitProps) {
  const counts = split ?? NOT_YET
  const whole = wholeOf(counts)
  const withoutData = placeholderWords(useRelativesWithoutData(parentId, whole))
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
      // A no-break space keeps the line's height.
      share={(count) => (split === null ? '\u00A0' : formatShare(count, whole))}
      base={
        split === null
          ? '\u00A0'
          : `Percentages are of the ${countOf(whole, 'individual')} of the parent cohort${withoutData && `, ${withoutData}`}.`
      }
    />
  )
}

/** The relatives without data among a parent's individuals; null unless all of these are counted. */
function useRelativesWithoutData(parentId: number | null, whole: number): number | null {
  const isOffered = useAtomValue(capabilitiesAtom).includes('totals')
  const id = isOffered && parentId !== null ? parentId : 0
  const { data: parent } = useAtomValue(cohortAtom(id))
  const { data: summary } = useAtomValue(cohortSummaryAtom(id))
  return parent?.rowCount === whole && parent.counted?.isCurrent !== false ? (summary?.placeholders ?? null) : null
}

interface LiveCountsProps {
  data: PreviewedCounts
  /** Newer counts are loading. */
  isOlder: boolean
  parentId: number | null
  /** Notes below the counts. */
  children: ReactNode
}

/** The size of the draft's cohort, and the outcomes of its parent's individuals. */
export function LiveCounts({ data, isOlder, parentId, children }: LiveCountsProps) {
  const { split } = data
  const total = liveTotal(data)
  return (
    <div className={classNames(stack['section'], isOlder && stack['dimmed'])} aria-busy={isOlder}>
      <p className={stack['big']}>
        {formatCount(total)}{' '}
        <span className={stack['unit']}>
          {split
            ? `of ${countOf(wholeOf(split), 'individual')} ${wordFor(total, 'matches', 'match')}`
            : wordFor(total, 'individual')}
        </span>
      </p>
      {data.totals === null && data.placeholders ? (
        <p className={stack['muted']}>{placeholderWords(data.placeholders)}</p>
      ) : null}
      {split && <ParentSplit split={split} parentId={parentId} />}
      <CountNotes leftOut={data.leftOut ?? []} />
      {children}
    </div>
  )
}

interface UndecidedProps {
  /** Members kept because their membership in the second cohort is unknown; null if not reported. */
  count: number | null
  /** The link that excludes them. */
  children?: ReactNode
}

/** The members of a difference that are kept only because an answer is missing. */
export function Undecided({ count, children }: UndecidedProps) {
  if (!count) return null
  return (
    <p className={stack['muted']}>
      {undecidedWords(count)} {children}
    </p>
  )
}

interface NotCountedProps {
  counts: {
    readonly notCounted?: number | null | undefined
    readonly notCountedCollections?: readonly string[] | null | undefined
  } | null
}

/** The individuals excluded from a condition for want of access, and why. */
export function NotCounted({ counts }: NotCountedProps) {
  if (!counts?.notCounted) return null
  return (
    <p className={stack['muted']}>
      {notCountedWords(counts.notCountedCollections ?? [])} ({countOf(counts.notCounted, 'individual')}). Texts and
      scores are used only in collections that you may read.
    </p>
  )
}

interface LeaveOutProps {
  /** The cohort to narrow: the difference, or the first cohort until the difference is saved. */
  parentId: number
  /** The subtracted cohort. */
  second: Cohort
}

/** Links to the subset with an answer to the variable that defines the second cohort. */
export function LeaveOut({ parentId, second }: LeaveOutProps) {
  const { variableName, constraintType } = second
  if (variableName === null || cohortKind(constraintType) !== 'subset') return null
  return (
    <CommandLink id="cohort.new-subset" args={{ parentId, variableName, operator: 'VALID' }}>
      Keep only individuals with an answer to {variableName}
    </CommandLink>
  )
}
