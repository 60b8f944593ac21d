import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Variable } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables.ts'
import { answerRows, type AnswerRow } from '#features/variables/answer-rows.ts'
import { Spread } from '#features/variables/parts/spread.tsx'
import { TopAnswers } from '#features/variables/parts/top-answers.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import stack from '#ui/stack.module.css'

interface AnswersByCohortProps {
  variable: Variable
  cohortIds: readonly number[]
}

/** How a variable was answered: as bars in one cohort, as a table with percent and differences in several. */
export function AnswersByCohort({ variable, cohortIds }: AnswersByCohortProps) {
  const name = variable.variable_name
  const key = cohortIds.join()
  const countedAtom = useMemo(
    () =>
      atom((get) =>
        key
          .split(',')
          .map((id) => get(variableAtom({ name, ...(Number(id) !== ROOT_COHORT_ID && { cohortId: Number(id) }) }))),
      ),
    [name, key],
  )
  const resources = useAtomValue(countedAtom)
  const counted = resources.flatMap(({ data }) => data ?? [])
  const waiting = resources.find(({ data }) => data === undefined || data === null)
  const [first] = counted
  if (waiting || !first) return <Loaded resource={waiting ?? UNKNOWN}>{() => null}</Loaded>
  if (counted.length === 1) {
    return (
      <>
        <TopAnswers variable={first} />
        <Spread variable={first} cohortId={cohortIds[0] ?? ROOT_COHORT_ID} />
      </>
    )
  }
  return <AnswersTable variable={variable} counted={counted} cohortIds={cohortIds} />
}

const UNKNOWN = { data: undefined, error: null, isPending: true, isFetching: true, refetch: () => Promise.resolve() }

function AnswersTable({ variable, counted, cohortIds }: AnswersByCohortProps & { counted: readonly Variable[] }) {
  const cohorts = useAtomValue(cohortsAtom).data
  const rows = answerRows(variable, counted)
  const columns: Column<AnswerRow>[] = [
    {
      key: 'answer',
      header: 'Answer',
      cell: ({ value }) => (value === null ? 'values that you may not see' : valueWords(variable, value)),
    },
    ...counted.map((one, index) => ({
      key: `cohort ${cohortIds[index] ?? index}`,
      header: cohorts?.find((cohort) => cohort.cohortid === cohortIds[index])?.name ?? `cohort ${cohortIds[index]}`,
      align: 'end' as const,
      cell: ({ counts }: AnswerRow) => (
        <Cell
          count={counts[index] ?? null}
          whole={one.observations}
          first={index === 0 ? null : shareOf(counts[0] ?? null, counted[0]?.observations ?? 0)}
        />
      ),
    })),
  ]
  return (
    <>
      <DataTable label="Answers by cohort" columns={columns} rows={rows} rowKey={({ value }) => value ?? ''} />
      <p className={stack['muted']}>
        {counted.map((one) => countOf(one.observations, 'observation')).join(' and ')}. Differences in percentage points
        from the first cohort.
      </p>
    </>
  )
}

function shareOf(count: number | null, whole: number): number | null {
  return count === null || whole === 0 ? null : (100 * count) / whole
}

function Cell({ count, whole, first }: { count: number | null; whole: number; first: number | null }) {
  if (count === null) return '–'
  const share = shareOf(count, whole)
  const difference = share === null || first === null ? null : share - first
  return (
    <>
      {formatCount(count)} <span className={stack['muted']}>{formatShare(count, whole)}</span>
      {difference !== null && <strong> {`${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)}`}</strong>}
    </>
  )
}
