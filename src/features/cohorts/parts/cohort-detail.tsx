import { useAtomValue } from 'jotai'
import { cohortWords } from '#contract/cohort-words.ts'
import type { Cohort, Variable } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { cohortAtom, cohortsAtom, cohortSummaryAtom } from '#entities/cohorts.ts'
import { CollectionAccess } from '#entities/collection-access.tsx'
import { Loaded } from '#entities/loaded.tsx'
import type { Resource } from '#entities/resource.ts'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables.ts'
import { AttritionTable } from '#features/cohorts/parts/attrition-table.tsx'
import { CohortUses } from '#features/cohorts/parts/cohort-uses.tsx'
import { NextTasks } from '#features/cohorts/parts/next-tasks.tsx'
import { OwnCohortActions } from '#features/cohorts/parts/own-cohort-actions.tsx'
import { NotCounted } from '#features/cohorts/parts/not-counted.tsx'
import { ParentSplit } from '#features/cohorts/parts/parent-split.tsx'
import { PedigreeTotals } from '#features/cohorts/parts/pedigree-totals.tsx'
import { SavedNotes } from '#features/cohorts/parts/saved-notes.tsx'
import { Summary } from '#features/cohorts/parts/summary.tsx'
import { useSavedSplit } from '#features/cohorts/use-saved-split.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'

/** One cohort: its size first, then how it came about, who is in it, and what is built on it. */
export function CohortDetail({ cohort }: { cohort: Cohort }) {
  const [variableName, secondId] = [cohort.variable_name ?? '', cohort.secondparent_id ?? 0]
  const variable = useAtomValue(variableAtom({ name: variableName }))
  const second = useAtomValue(cohortAtom(secondId))
  // What stands below is asked along with it.
  useAtomValue(cohortSummaryAtom(cohort.cohortid))
  useAtomValue(cohortsAtom)
  const split = useSavedSplit(cohort)
  const isNamed = (variableName === '' || isSettled(variable)) && (secondId <= 0 || isSettled(second))
  // How many lines its definition takes is not known before.
  if (!isNamed) return <Skeleton />
  return <KnownCohort cohort={cohort} variable={variable.data ?? null} secondName={second.data?.name} split={split} />
}

const isSettled = ({ data, error }: Resource<unknown>) => data !== undefined || error !== null

interface KnownCohortProps {
  cohort: Cohort
  variable: Variable | null
  secondName: string | undefined
  split: ReturnType<typeof useSavedSplit>
}

function KnownCohort({ cohort, variable, secondName, split }: KnownCohortProps) {
  const summary = useAtomValue(cohortSummaryAtom(cohort.cohortid))
  const isLineageKnown = isSettled(useAtomValue(cohortsAtom))
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)
  const isOwn = cohort.cohortid !== ROOT_COHORT_ID

  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        <p className={stack['big']}>
          {cohort.rowcount === null ? 'hidden' : formatCount(cohort.rowcount)}{' '}
          <span className={stack['unit']}>{cohort.rowcount === 1 ? 'individual' : 'individuals'}</span>
        </p>
        <p>{cohortWords(cohort, meaning, () => secondName)}</p>
        {cohort.description !== '' && <p className={stack['muted']}>{cohort.description}</p>}
        <SavedNotes cohort={cohort} />
        {split !== null && <ParentSplit split={split === 'pending' ? null : split} />}
        <NextTasks cohort={cohort} />
        {isOwn && (
          <div className={stack['row']}>
            <OwnCohortActions cohort={cohort} />
          </div>
        )}
      </section>
      {isOwn && <AttritionTable cohort={cohort} />}
      {/* The lineage is as long as there were steps. */}
      {(!isOwn || isLineageKnown) && (
        <>
          <section className={stack['section']} aria-label="Summary">
            <h2>Summary</h2>
            <Loaded resource={summary}>
              {({ data, totals }) => (
                <>
                  <NotCounted counts={totals} />
                  <PedigreeTotals rows={data} totals={totals} hasAffected={cohort.variable_name !== null} />
                  <Summary
                    rows={data}
                    valueHeader={cohort.variable_name ?? 'Value'}
                    valueWords={meaning}
                    hasAffected={cohort.variable_name !== null}
                  />
                </>
              )}
            </Loaded>
          </section>
          <CollectionAccess collections={cohort.collections} />
          <CohortUses cohort={cohort} />
        </>
      )}
    </div>
  )
}
