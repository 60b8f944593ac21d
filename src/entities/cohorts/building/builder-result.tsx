import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import type { Split } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { EMPTY_COHORT, hasNoIndividuals } from '#entities/cohorts/building/cohort-draft.ts'
import type { CohortBuilder } from '#entities/cohorts/building/use-cohort-builder.ts'
import { LiveCounts, NotCounted, Undecided } from '#entities/cohorts/counts/parent-split.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#entities/cohorts/building/builder.module.css'
import stack from '#ui/stack.module.css'

const loadSummary = () => import('#entities/cohorts/building/applied-summary.tsx')
const AppliedSummary = lazy(async () => ({ default: (await loadSummary()).AppliedSummary }))
const PedigreeTotals = lazy(async () => ({
  default: (await import('#entities/cohorts/counts/pedigree-totals.tsx')).PedigreeTotals,
}))

interface BuilderResultProps {
  builder: CohortBuilder
  /** The definition; null where the picture or the fields say it. */
  words: ReactNode
  /** The variable of a subset or of a criterion; null without one. */
  variableName: string | null
  /** Its data type; empty without one. */
  dataType?: string
  valueWords: (value: string) => string
  /** A diagram of the definition, complete or not. */
  picture?: ReactNode
  /** The link that excludes individuals without an answer from a difference. */
  leaveOut?: ReactNode
  /** Pedigrees only: whether the definition has an affection criterion. */
  hasAffected?: boolean
  /** Links to other ways, before the definition is complete. */
  start?: ReactNode
}

/** The live counts of the current definition, and the members of the applied one. */
export function BuilderResult({
  builder,
  words,
  variableName,
  dataType = '',
  valueWords,
  picture,
  leaveOut,
  hasAffected = true,
  start,
}: BuilderResultProps) {
  const { applied } = builder
  useEffect(() => {
    // Apply needs it first; preload it.
    loadSummary().catch(() => undefined)
  }, [])
  if (!builder.isComplete) {
    return (
      <div className={styles['result']}>
        {picture}
        <Notice title={builder.incomplete} actions={start}>
          The individuals who match are counted here as you type. Apply fetches them by collection, consent, study and
          diagnosis; Save keeps the cohort.
        </Notice>
      </div>
    )
  }
  return (
    <div className={styles['result']}>
      <section className={stack['section']} aria-label="Live result">
        {words !== null && <p className={stack['muted']}>{words}</p>}
        {picture}
        <QueryResult query={builder.live.query}>
          {() => <LiveNumbers builder={builder} leaveOut={leaveOut} hasAffected={hasAffected} />}
        </QueryResult>
      </section>
      <section className={stack['section']} aria-label="Summary">
        {applied === null && <h2>Summary</h2>}
        {applied === null ? (
          <p className={stack['muted']}>Apply fetches the counts by value, collection, consent, study and diagnosis.</p>
        ) : (
          <QueryResult query={applied.query}>
            {({ data }) => (
              <div className={classNames(stack['section'], !applied.isCurrent && stack['dimmed'])}>
                {!applied.isCurrent && <p>The definition has changed. Apply it again.</p>}
                {data.length === 0 ? (
                  <Notice title={EMPTY_COHORT} />
                ) : (
                  <Suspense fallback={<Skeleton />}>
                    <AppliedSummary rows={data} {...{ variableName, dataType, valueWords, hasAffected }} />
                  </Suspense>
                )}
              </div>
            )}
          </QueryResult>
        )}
      </section>
    </div>
  )
}

function LiveNumbers({
  builder,
  leaveOut,
  hasAffected,
}: Pick<BuilderResultProps, 'builder' | 'leaveOut'> & { hasAffected: boolean }) {
  const { data, isOlder } = builder.live
  if (!data) return null
  const { split, totals } = data
  return (
    <LiveCounts data={data} isOlder={isOlder} parentId={builder.parentId}>
      {hasNoIndividuals(data.data) && <Notice title={EMPTY_COHORT}>{emptyBecause(split)}</Notice>}
      {split && split.unknown > 0 && (
        <p className={stack['muted']}>Unknown individuals are neither in the cohort nor in its complement.</p>
      )}
      <NotCounted counts={split ?? totals} />
      <Undecided count={data.undecided}>{leaveOut}</Undecided>
      {data.data.some((row) => 'pedigreeCount' in row) && (
        <Suspense fallback={<Skeleton />}>
          <PedigreeTotals rows={data.data} totals={totals} hasAffected={hasAffected} />
        </Suspense>
      )}
    </LiveCounts>
  )
}

/** The outcome of the parent's individuals, for an empty result. */
function emptyBecause(split: Split | null): string | undefined {
  if (!split) return undefined
  const ways = [
    [split.noMatch, 'have another answer'],
    [split.unknown, 'have no answer recorded'],
    [split.noRecord, 'have no record of the form'],
    [split.notCounted ?? 0, 'were not counted'],
  ] as const
  const words = ways.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`)
  return words.length === 0 ? 'The parent cohort is empty.' : `Parent cohort: ${words.join(', ')}.`
}
