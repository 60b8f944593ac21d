import { atom, useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { DistributionOfCohort, Variable } from '#contract/shapes/entities.ts'
import { variableDistribution } from '#contract/variables.ts'
import { isCoded, isDateType, isFlag, isNumber, isPersonal } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { countOf, formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { CountNotes, SeveralAnswersNote } from '#entities/counts/count-notes.tsx'
import { useLinkedBars } from '#entities/counts/linked-cursor.ts'
import { answerCondition, Narrow } from '#entities/counts/narrow.tsx'
import { barOrderAtom, hasTwoOrders, inOrder } from '#entities/distributions/bar-conditions.ts'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { hasDisclosureControlAtom, isOfferedAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { SplitBar } from '#ui/charts/split-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

// Requested at once; the counts take longer.
const picture = import('#features/variables/variable/variable-picture.tsx')
const VariablePicture = lazy(async () => ({ default: (await picture).VariablePicture }))
const bars = import('#workspace/pictures/bar-picture.tsx')
const BarPicture = lazy(async () => ({ default: (await bars).BarPicture }))
const CohortOverWhole = lazy(async () => ({
  default: (await import('#features/variables/variable/cohort-over-whole.tsx')).CohortOverWhole,
}))
const AnswersTable = lazy(async () => ({
  default: (await import('#features/variables/variable/answers-table.tsx')).AnswersTable,
}))

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
  const isDistributed = useAtomValue(isOfferedAtom)(variableDistribution)
  const hasDisclosureControl = useAtomValue(hasDisclosureControlAtom)
  const resources = useAtomValue(countedAtom)
  const counted = resources.flatMap(({ data }) => data ?? [])
  const waiting = resources.find(({ data }) => data === undefined || data === null)
  const [first] = counted
  if (waiting || !first) return <Loaded resource={waiting ?? UNKNOWN}>{() => null}</Loaded>
  // A cohort is drawn over All Individuals, and of two cohorts the bars of categories one over the other.
  const [shownId = ROOT_COHORT_ID] = cohortIds.toReversed()
  const allId = shownId === ROOT_COHORT_ID || hasDisclosureControl ? null : ROOT_COHORT_ID
  const wholeId = cohortIds.length === 1 ? allId : (cohortIds[0] ?? null)
  const compared = { variable: counted.at(-1) ?? first, cohortId: shownId, wholeId }
  const isHistogramFirst = isNumber(first.dataType) || isDateType(first.dataType)
  if (counted.length === 1) {
    const spread = <Spread {...compared} />
    return (
      <>
        <AllOfCohort {...compared} />
        {isHistogramFirst && <div className={styles['spread']}>{spread}</div>}
        <div className={stack['section']}>
          {isCoded(first.dataType) && <OrderChoice variable={first} />}
          {wholeId !== null && isCoded(first.dataType) && isDistributed ? (
            <Suspense fallback={<Skeleton shape="rows" />}>
              <CohortOverWhole {...compared} wholeId={wholeId} />
            </Suspense>
          ) : isHistogramFirst && isDistributed ? (
            <details>
              <summary>The most frequent answers</summary>
              <TopAnswers variable={first} cohortId={shownId} />
            </details>
          ) : (
            <TopAnswers variable={first} cohortId={shownId} />
          )}
        </div>
        {!isHistogramFirst && spread}
      </>
    )
  }
  return (
    <Suspense fallback={<Skeleton shape="rows" />}>
      {counted.length === 2 && isCoded(first.dataType) && wholeId !== null && (
        <>
          <OrderChoice variable={compared.variable} />
          <CohortOverWhole {...compared} wholeId={wholeId} />
        </>
      )}
      <AnswersTable variable={variable} counted={counted} cohortIds={cohortIds} />
    </Suspense>
  )
}

const UNKNOWN = { data: undefined, error: null, isPending: true, isFetching: true, refetch: () => Promise.resolve() }

interface SpreadProps {
  variable: Variable
  cohortId: number
  /** The cohort outlined behind; null for none. */
  wholeId: number | null
}

function useDistribution({ variable, cohortId, wholeId }: SpreadProps) {
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const distribution = useCall({
    endpoint: variableDistribution,
    request: isSupported ? { variableName: variable.variableName, cohortIds: bothOf(wholeId, cohortId) } : null,
    key: 'distribution',
  })
  return { isSupported, distribution }
}

/** All individuals of the cohort in one bar: with an answer, without one, without a record of the form. */
function AllOfCohort(props: SpreadProps) {
  const { variable, cohortId } = props
  const { isSupported, distribution } = useDistribution(props)
  if (!isSupported) return null
  return (
    <QueryResult query={distribution} skeleton={<Skeleton lines={3} />}>
      {({ data }) => {
        const cohort = data.find((one) => one.cohortId === cohortId)
        if (cohort === undefined) return null
        const { missing, noRecord } = cohort
        const isCustom = variable.variableType !== 'variable'
        const parts = [
          { key: 'match', label: isCustom ? 'With a value or [UNK]' : 'Answered', count: variable.observations },
          {
            key: 'unknown',
            label: <Term id={isFlag(variable.dataType) ? 'not-ticked' : 'no-answer'} />,
            count: missing,
          },
          { key: 'noRecord', label: <Term id="no-record" />, count: noRecord },
        ]
        const whole = parts.reduce((sum, { count }) => sum + (count ?? 0), 0)
        const isWhole = missing !== null && noRecord !== null
        return (
          <SplitBar
            label={`${variable.variableName}, all individuals`}
            parts={parts.map((part) => ({
              ...part,
              label: part.count === null ? <>{part.label} (hidden)</> : part.label,
              count: part.count ?? 0,
            }))}
            format={formatCount}
            share={(count) => (isWhole ? formatShare(count, whole) : '')}
            base={isWhole ? `Percent of ${countOf(whole, 'individual')}.` : 'Small counts are hidden.'}
          />
        )
      }}
    </QueryResult>
  )
}

/** The picture of the answers. */
function Spread(props: SpreadProps) {
  const { variable, cohortId, wholeId } = props
  const { isSupported, distribution } = useDistribution(props)
  const shownPicture = (spread?: DistributionOfCohort, whole?: DistributionOfCohort) => (
    <Suspense fallback={<Skeleton />}>
      <VariablePicture {...{ variable, cohortId, wholeId, spread, whole }} />
    </Suspense>
  )
  if (!isSupported) return shownPicture()
  return (
    <QueryResult query={distribution}>
      {({ data }) => {
        const spreadOf = (id: number | null) => data.find((one) => one.cohortId === id)
        const cohort = spreadOf(cohortId)
        return cohort === undefined ? (
          <Skeleton />
        ) : (
          <>
            {shownPicture(cohort, spreadOf(wholeId))}
            <CountNotes leftOut={cohort.leftOut} />
          </>
        )
      }}
    </QueryResult>
  )
}

/** The cohorts of one request, so that their bins are the same. */
function bothOf(wholeId: number | null, cohortId: number): number[] {
  return wholeId === null ? [cohortId] : [wholeId, cohortId]
}

function shown(count: number | null): string {
  return formatSize(count)
}

/** The most frequent answers as bars that lead to the subset of each answer, and the codes without answers. */
function TopAnswers({ variable, cohortId }: { variable: Variable; cohortId: number }) {
  const order = useAtomValue(barOrderAtom(variable))
  const answeredBars = variable.topAnswers.map(([value, count], index) => {
    const label = value === null ? 'values not shown (no access)' : valueWords(variable, value)
    const where = answerCondition(variable, value)
    const counted = where && { words: `${variable.variableName} ${label}`, parentId: cohortId, where }
    return {
      key: value ?? `hidden-${index}`,
      label,
      count: count ?? 0,
      size: count === null ? shown(count) : undefined,
      counted,
      link: counted && <Narrow {...counted}>{label}</Narrow>,
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

  const bars = isCoded(variable.dataType)
    ? inOrder([...answeredBars, ...rest], order, variable.possibleValues)
    : answeredBars
  const linked = useLinkedBars(bars)
  if (variable.observations === 0 && rest.length === 0) {
    return (
      <Notice title="No answers.">
        {isPersonal(variable.dataType)
          ? 'Values of individuals are shown only for collections that you can read.'
          : undefined}
      </Notice>
    )
  }
  const list = {
    label: 'Top answers',
    ...linked,
    format: formatCount,
    share: (count: number) => formatShare(count, variable.observations),
  }
  return (
    <>
      <Suspense fallback={<Skeleton shape="rows" />}>
        <BarPicture {...list} title={`${variable.variableName}, top answers`} columns={['Answer', 'Individuals']} />
      </Suspense>
      <p className={stack['muted']}>
        {!isWhole && `The ${TOP_ANSWERS_SHOWN} most frequent answers. `}Percent of{' '}
        {countOf(variable.observations, 'observation')}.
      </p>
      <SeveralAnswersNote dataType={variable.dataType} />
    </>
  )
}

/** The choice of the order of the bars; nothing if both orders are the same. */
function OrderChoice({ variable }: { variable: Variable }) {
  const answered = variable.topAnswers.flatMap(([value]) => value ?? [])
  const rest =
    variable.topAnswers.length < TOP_ANSWERS_SHOWN
      ? variable.possibleValues.filter((code) => !answered.includes(code))
      : []
  return hasTwoOrders([...answered, ...rest], variable.possibleValues) ? <OrderButton variable={variable} /> : null
}

function OrderButton({ variable }: { variable: Variable }) {
  const [order, setOrder] = useAtom(barOrderAtom(variable))
  usePaneActions({
    'list.order-bars': { available: true, run: () => setOrder(order === 'size' ? 'code' : 'size') },
  })
  return (
    <div className={styles['order']}>
      <CommandButton id="list.order-bars" args={{}} size="small" variant="quiet" isPressed={order === 'code'}>
        Order: by code
      </CommandButton>
    </div>
  )
}
