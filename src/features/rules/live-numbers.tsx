import { countsRelatives } from '#domain/cohorts/rules.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { EMPTY_COHORT, hasNoIndividuals } from '#entities/cohorts/building/cohort-draft.ts'
import { LiveCounts, NotCounted } from '#entities/cohorts/counts/parent-split.tsx'
import { Summary } from '#entities/cohorts/counts/summary.tsx'
import RulesFlow from '#features/rules/rules-flow.tsx'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** The numbers of the live result, the flow through the rules, and the members by stratum. */
export default function LiveNumbers({ builder }: { builder: RulesBuilder }) {
  const { data, isOlder } = builder.live
  if (!data) return null
  const { split, assumed, changes } = data
  return (
    <LiveCounts data={data} isOlder={isOlder}>
      {split && countsRelatives(builder.completed.top) && (
        <p className={stack['muted']}>
          A group about relatives decides individuals without a record, too: here they count as match, no match or
          unknown.
        </p>
      )}
      {changes && (
        <p>
          Compared with the saved cohort: {formatSize(changes.entered)} enter, {formatSize(changes.left)} leave,{' '}
          {formatSize(changes.stayed)} stay.
        </p>
      )}
      {hasNoIndividuals(data.data) && <Notice title={EMPTY_COHORT} />}
      {assumed !== null && assumed > 0 && (
        <p className={stack['muted']}>
          {formatCount(assumed)} of these match only because a missing answer counts as match or no match.
        </p>
      )}
      <NotCounted counts={split} />
      <RulesFlow builder={builder} />
      {!hasNoIndividuals(data.data) && (
        <>
          <h2>Summary</h2>
          <Summary rows={data.data} valueHeader="Value" valueWords={(value) => value} />
        </>
      )}
    </LiveCounts>
  )
}
