import type { DistributionOfCohort, Variable } from '#contract/shapes/entities.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { countOf, formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { Loaded, QueryResult } from '#entities/loaded.tsx'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { variableDistribution } from '#contract/variables.ts'
import { isCategory, isCoded, isDateType, isFlag, isNumber, isPersonal } from '#domain/data-types.ts'
import { LeftOut } from '#entities/left-out.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { Term } from '#entities/term.tsx'
import { useCall } from '#entities/call-atoms.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import { BarList } from '#ui/charts/bar-list.tsx'
import { Notice } from '#ui/notice.tsx'

interface AnswersByCohortProps {
  variable: Variable
  cohortIds: readonly number[]
}

/** A variable's distribution: bars for one cohort, a table with percent and differences for several. */
export function AnswersByCohort({ variable, cohortIds }: AnswersByCohortProps) {
  const name = variable.variableName
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
    const spread = <Spread variable={first} cohortId={cohortIds[0] ?? ROOT_COHORT_ID} />
    const isHistogramFirst = isNumber(first.dataType) || isDateType(first.dataType)
    return (
      <>
        {isHistogramFirst && <div className={styles['spread']}>{spread}</div>}
        <div className={stack['section']}>
          <TopAnswers variable={first} cohortId={cohortIds[0] ?? ROOT_COHORT_ID} />
        </div>
        {!isHistogramFirst && spread}
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
      cell: ({ value }) => (value === null ? 'values not shown (no access)' : valueWords(variable, value)),
    },
    ...counted.map((one, index) => ({
      key: `cohort ${cohortIds[index] ?? index}`,
      header: cohorts?.find((cohort) => cohort.cohortId === cohortIds[index])?.name ?? `cohort ${cohortIds[index]}`,
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

/** A number's histogram, with missing answers and records, if the back end reports them. */
function Spread({ variable, cohortId }: { variable: Variable; cohortId: number }) {
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const distribution = useCall({
    endpoint: variableDistribution,
    request: isSupported ? { variableName: variable.variableName, cohortIds: [cohortId] } : null,
    key: 'distribution',
  })
  if (!isSupported) return null
  return (
    <QueryResult query={distribution}>
      {({ data }) => (data[0] === undefined ? null : <SpreadOf cohort={data[0]} variable={variable} />)}
    </QueryResult>
  )
}

function SpreadOf({ cohort, variable }: { cohort: DistributionOfCohort; variable: Variable }) {
  const bins = (cohort.bins ?? []).map(({ from, to, count }) => ({ from, to, count: count ?? 0 }))
  return (
    <>
      {bins.length > 1 && (
        <Histogram label={`Distribution of ${variable.variableName}`} bins={bins} format={formatCount} />
      )}
      <dl className={stack['facts']}>
        <dt>
          <Term id={isFlag(variable.dataType) ? 'not-ticked' : 'no-answer'} />
        </dt>
        <dd>{shown(cohort.missing)} with a record of the form</dd>
        <dt>
          <Term id="no-record" />
        </dt>
        <dd>{shown(cohort.noRecord)} never received the form</dd>
      </dl>
      <LeftOut collections={cohort.leftOut} />
    </>
  )
}

function shown(count: number | null): string {
  return formatSize(count)
}

/** The most frequent answers as bars that lead to the subset of each answer, and the codes without answers. */
function TopAnswers({ variable, cohortId }: { variable: Variable; cohortId: number }) {
  const given = variable.topAnswers.map(([value, count], index) => {
    const label = value === null ? 'values not shown (no access)' : valueWords(variable, value)
    const canNarrow = value !== null && equalsOneAnswer(variable.dataType)
    return {
      key: value ?? `hidden-${index}`,
      label,
      count: count ?? 0,
      link: canNarrow ? (
        <CommandLink
          id="cohort.new-subset"
          args={{
            variableName: variable.variableName,
            equals: value,
            ...(cohortId !== ROOT_COHORT_ID && { parentId: cohortId }),
          }}
        >
          {label}
          <VisuallyHidden>, new cohort of these</VisuallyHidden>
        </CommandLink>
      ) : undefined,
    }
  })
  const answered = new Set(variable.topAnswers.map(([value]) => value))
  const isWhole = variable.topAnswers.length < TOP_ANSWERS_SHOWN
  const rest =
    isCoded(variable.dataType) && isWhole
      ? variable.possibleValues
          .filter((value) => !answered.has(value))
          .map((value) => ({ key: value, label: valueWords(variable, value), count: 0 }))
      : []

  if (variable.observations === 0 && rest.length === 0) {
    return (
      <Notice title="No answers.">
        {isPersonal(variable.dataType)
          ? 'Values of individuals are shown only for collections that you can read.'
          : undefined}
      </Notice>
    )
  }
  return (
    <>
      <BarList
        label="Top answers"
        bars={[...given, ...rest]}
        format={formatCount}
        share={(count) => formatShare(count, variable.observations)}
      />
      <p className={stack['muted']}>
        {!isWhole && `The ${TOP_ANSWERS_SHOWN} most frequent answers. `}Percent of{' '}
        {countOf(variable.observations, 'observation')}.
      </p>
    </>
  )
}

/** Whether "equals" matches exactly one answer: texts are compared without case, several codes one by one. */
function equalsOneAnswer(dataType: string): boolean {
  return isNumber(dataType) || isDateType(dataType) || isCategory(dataType)
}

/** One answer with its counts in several cohorts; null if a cohort's list lacks it. */
interface AnswerRow {
  readonly value: string | null
  readonly counts: readonly (number | null)[]
}

/**
 * One variable's answers in several cohorts, aligned: in the order of the possible values if these are listed,
 * otherwise by the first cohort's counts. A value absent from a complete list has the count 0.
 */
export function answerRows(variable: Variable, counted: readonly Variable[]): readonly AnswerRow[] {
  const seen = counted.flatMap(({ topAnswers: answers }) => answers.map(([value]) => value))
  const coded = isCoded(variable.dataType) ? variable.possibleValues : []
  const isListed = coded.length > 0 && coded.length <= 2 * TOP_ANSWERS_SHOWN
  const values = [...new Set<string | null>([...(isListed ? coded : []), ...seen])]
  return values.map((value) => ({
    value,
    counts: counted.map(({ topAnswers: answers }) => {
      const found = answers.find(([answer]) => answer === value)
      if (found) return found[1]
      return answers.length < TOP_ANSWERS_SHOWN ? 0 : null
    }),
  }))
}
