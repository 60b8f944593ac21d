import stack from '#ui/stack.module.css'
import UnknownCohortScreen from '#features/cohorts/screens/unknown-cohort-screen.tsx'
import type { Split, Cohort } from '#contract/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { Term } from '#entities/term.tsx'
import { SPLIT_PARTS, wholeOf } from '#features/cohorts/count-pivot.ts'
import { SplitBar, type SplitPart } from '#ui/split-bar.tsx'
import type { ReactNode } from 'react'
import { undecidedWords } from '#domain/cohort-notes.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortKind } from '#domain/cohorts.ts'
import { useAtomValue } from 'jotai'
import { cohortAtom } from '#entities/cohorts.ts'

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

interface UndecidedProps {
  /** Members that a difference keeps as it is unknown whether the second cohort has them; null where that is not told. */
  count: number | null
  /** How they can be left out. */
  children?: ReactNode
}

/** How many members of a difference are there only because an answer is missing. */
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

/** How many individuals a condition left out for want of access, and why. */
export function NotCounted({ counts }: NotCountedProps) {
  if (!counts?.notCounted) return null
  return (
    <p className={stack['muted']}>
      {notCountedWords(counts.notCountedCollections ?? [])} ({countOf(counts.notCounted, 'individual')}). Texts are
      compared only in collections that you may read.
    </p>
  )
}

interface LeaveOutProps {
  /** The cohort to narrow: the difference, or while that is not saved the one that it is taken from. */
  parentId: number
  /** The cohort that is taken away. */
  second: Cohort
}

/** Leads to the subset of those who have an answer to the question that decides about the second cohort. */
export function LeaveOut({ parentId, second }: LeaveOutProps) {
  const { variableName, constraintType } = second
  if (variableName === null || cohortKind(constraintType) !== 'subset') return null
  return (
    <CommandLink id="cohort.new-subset" args={{ parentId, variableName, operator: 'VALID' }}>
      Keep only those with an answer to {variableName}
    </CommandLink>
  )
}

interface OfParentProps {
  parentId: number
  /** Drawn at once: the cohort is looked up meanwhile. */
  children: ReactNode
}

/** A builder over a parent cohort; a notice where there is no such cohort. */
export function OfParent({ parentId, children }: OfParentProps) {
  const parent = useAtomValue(cohortAtom(parentId))
  return parent.data === null ? <UnknownCohortScreen id={String(parentId)} /> : children
}
