import { useAtomValue } from 'jotai'
import { countsRelatives, readsForms } from '#domain/cohorts/rules.ts'
import { formatCount, formatSize, wordFor } from '#domain/numbers.ts'
import { EMPTY_COHORT, hasNoIndividuals } from '#entities/cohorts/building/cohort-draft.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { LiveCounts, NotCounted, ParentSplit } from '#entities/cohorts/counts/parent-split.tsx'
import { Summary } from '#entities/cohorts/counts/summary.tsx'
import RulesFlow from '#features/rules/rules-flow.tsx'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** The numbers of the live result, the flow through the rules, and the members by stratum. */
export default function LiveNumbers({ builder }: { builder: RulesBuilder }) {
  const { data, isOlder } = builder.live
  if (!data) return <NothingCounted builder={builder} />
  const { split, assumed, changes } = data
  const { top } = builder.completed
  const hasRelativesAlone = countsRelatives(top) && !readsForms(top)
  const steps = [...builder.stepCounts.values()]
  const noRecordInFlow = steps.reduce((sum, { noRecord }) => sum + noRecord, 0)
  return (
    <LiveCounts data={data} isOlder={isOlder} parentId={builder.draft.parentId}>
      {split && hasRelativesAlone && (
        <p className={stack['muted']}>
          A group about relatives decides individuals without a record, too: here they count as match, no match or
          unknown.
        </p>
      )}
      {split && steps.length > 1 && noRecordInFlow !== split.noRecord && (
        <p className={stack['muted']}>
          No record here: no record of any form in the rules. The flow counts it for each rule by itself.
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

/** The parent and the way to the result, before a rule is complete. */
function NothingCounted({ builder }: { builder: RulesBuilder }) {
  const { rowCount } = useAtomValue(cohortAtom(builder.draft.parentId)).data ?? { rowCount: null }
  return (
    <div className={stack['section']}>
      <p className={stack['big']}>
        {rowCount === null ? '…' : formatCount(rowCount)}{' '}
        <span className={stack['unit']}>{wordFor(rowCount ?? 0, 'individual')} in the parent cohort</span>
      </p>
      <ParentSplit split={null} parentId={builder.draft.parentId} />
      <RulesFlow builder={builder} />
    </div>
  )
}
