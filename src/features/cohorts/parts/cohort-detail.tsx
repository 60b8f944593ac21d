import { useAtomValue } from 'jotai'
import { cohortWords } from '#contract/cohort-words.ts'
import type { Cohort } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts.ts'
import { CollectionAccess } from '#entities/collection-access.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables.ts'
import { AttritionTable } from '#features/cohorts/parts/attrition-table.tsx'
import { CohortUses } from '#features/cohorts/parts/cohort-uses.tsx'
import { NextTasks } from '#features/cohorts/parts/next-tasks.tsx'
import { OwnCohortActions } from '#features/cohorts/parts/own-cohort-actions.tsx'
import { PedigreeTotals } from '#features/cohorts/parts/pedigree-totals.tsx'
import { SavedSplit } from '#features/cohorts/parts/saved-split.tsx'
import { Summary } from '#features/cohorts/parts/summary.tsx'
import stack from '#ui/stack.module.css'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** One cohort: its size first, then how it came about, who is in it, and what is built on it. */
export function CohortDetail({ cohort }: { cohort: Cohort }) {
  usePaneTitle(cohort.name)
  const summary = useAtomValue(cohortSummaryAtom(cohort.cohortid))
  const variable = useAtomValue(variableAtom({ name: cohort.variable_name ?? '' })).data ?? null
  const second = useAtomValue(cohortAtom(cohort.secondparent_id ?? 0)).data
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  const isOwn = cohort.cohortid !== ROOT_COHORT_ID

  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        <p className={stack['big']}>
          {cohort.rowcount === null ? 'hidden' : formatCount(cohort.rowcount)}{' '}
          <span className={stack['unit']}>{cohort.rowcount === 1 ? 'individual' : 'individuals'}</span>
        </p>
        <p>{cohortWords(cohort, meaning, () => second?.name)}</p>
        {cohort.description !== '' && <p className={stack['muted']}>{cohort.description}</p>}
        <SavedSplit cohort={cohort} />
        <NextTasks cohort={cohort} />
        {isOwn && (
          <div className={stack['row']}>
            <OwnCohortActions cohort={cohort} />
          </div>
        )}
      </section>
      {isOwn && <AttritionTable cohort={cohort} />}
      <section className={stack['section']} aria-label="Summary">
        <h2>Summary</h2>
        <Loaded resource={summary}>
          {({ data, totals }) => (
            <>
              <PedigreeTotals rows={data} totals={totals} />
              <Summary rows={data} valueHeader={cohort.variable_name ?? 'Value'} valueWords={meaning} />
            </>
          )}
        </Loaded>
      </section>
      <CollectionAccess collections={cohort.collections} />
      <CohortUses cohort={cohort} />
    </div>
  )
}
