import builderStyles from '#features/cohorts/screens/builder.module.css'
import { lazy, Suspense, useEffect } from 'react'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { EMPTY_COHORT, hasNoIndividuals } from '#features/cohorts/cohort-draft.ts'
import { LiveCounts, NotCounted } from '#features/cohorts/parts/parent-split.tsx'
import type { RulesBuilder } from '#features/cohorts/rules/use-rules-builder.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'

const loadSummary = () => import('#features/cohorts/parts/summary.tsx')
const Summary = lazy(async () => ({ default: (await loadSummary()).Summary }))

/** The live counts of the rules: size, outcomes, changes of an edited cohort, and the table by stratum. */
export function RulesResult({ builder }: { builder: RulesBuilder }) {
  useEffect(() => {
    loadSummary().catch(() => undefined)
  }, [])
  if (!builder.isComplete) return <p className={stack['muted']}>Counts appear here and follow your changes.</p>
  return (
    <section className={builderStyles['result']} aria-label="Live result">
      <QueryResult query={builder.live.query}>{() => <LiveNumbers builder={builder} />}</QueryResult>
    </section>
  )
}

function LiveNumbers({ builder }: { builder: RulesBuilder }) {
  const { data, isOlder } = builder.live
  if (!data) return null
  const { split, assumed, changes } = data
  return (
    <LiveCounts data={data} isOlder={isOlder}>
      {changes && (
        <p>
          Compared with the saved cohort: {formatSize(changes.entered)} enter, {formatSize(changes.left)} leave,{' '}
          {formatSize(changes.stayed)} stay.
        </p>
      )}
      {hasNoIndividuals(data.data) && <Notice title={EMPTY_COHORT} />}
      {assumed !== null && assumed > 0 && (
        <p className={stack['muted']}>
          {formatCount(assumed)} of these match only because of the choice of what unknown counts as.
        </p>
      )}
      <NotCounted counts={split} />
      {!hasNoIndividuals(data.data) && (
        <>
          <h2>Summary</h2>
          <Suspense fallback={<Skeleton />}>
            <Summary rows={data.data} valueHeader="Value" valueWords={(value) => value} />
          </Suspense>
        </>
      )}
    </LiveCounts>
  )
}
