import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { DistributionOfCohort } from '#contract/shapes/entities.ts'
import { variableSummary } from '#contract/summaries.ts'
import { variableDistribution } from '#contract/variables.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { hasSeveralCodes, isDateType, isNumber } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import {
  chosenCodes,
  conditionOfBars,
  conditionsOfBars,
  conditionWithCode,
  outcomeOfCode,
  outcomesOfBars,
  spanOfCondition,
  type BarOutcome,
  type Bars,
  barOrderAtom,
  inOrder,
} from '#entities/distributions/bar-conditions.ts'
import type { ConditionPictureProps } from '#entities/distributions/condition-picture.tsx'
import { countedBars, countedDates, shownBins } from '#entities/distributions/distribution-bars.tsx'
import { rangeWords, SELECT_HINT } from '#entities/distributions/range-offer.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { dateShape, numberShape, type NamedShape } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import type { BarSpan } from '#ui/charts/use-brush.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRoving } from '#ui/use-roving.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#entities/distributions/distributions.module.css'

const HEIGHT = 72
/** Lines of the skeleton: no higher than the bars of two codes. */
const LINES = 2

/** A variable's answers in a cohort, in the colours of the outcomes of a condition, which its bars set. */
export default function OutcomePicture(props: ConditionPictureProps) {
  const { variable, cohortId } = props
  // Bars of another variable or cohort are never shown while these load: a drag over them would be wrong.
  const key = `${variable.variableName} ${cohortId}`
  return isDateType(variable.dataType) ? <OfDates key={key} {...props} /> : <OfDistribution key={key} {...props} />
}

function OfDistribution(props: ConditionPictureProps) {
  const { variable, cohortId } = props
  const { variableName, dataType } = variable
  const request = { variableName, cohortIds: [cohortId] }
  const query = useCall({ endpoint: variableDistribution, request, key: 'distribution' })
  return (
    <QueryResult query={query} skeleton={<Skeleton lines={LINES} />}>
      {({ data: [spread] }) =>
        spread === undefined ? null : !isNumber(dataType) ? (
          <Codes {...props} spread={spread} />
        ) : (
          <>
            <BrushedHistogram
              {...props}
              shape={numberShape(variableName, shownBins(spread), formatCount, null)}
              {...countedBars(spread)}
            />
            <CountNotes leftOut={spread.leftOut} />
          </>
        )
      }
    </QueryResult>
  )
}

function OfDates(props: ConditionPictureProps) {
  const { variableName } = props.variable
  const request = { variableName, cohortIds: [props.cohortId] }
  const query = useCall({ endpoint: variableSummary, request, key: 'summary' })
  return (
    <QueryResult query={query} skeleton={<Skeleton lines={LINES} />}>
      {({ data: [summary] }) =>
        summary?.dates ? (
          <>
            <BrushedHistogram
              {...props}
              shape={dateShape(variableName, summary.dates.bins, formatCount, null)}
              {...countedDates(summary.dates, summary.leftOut, props.cohortId)}
            />
            <CountNotes leftOut={summary.leftOut} />
          </>
        ) : null
      }
    </QueryResult>
  )
}

interface BrushedProps extends ConditionPictureProps {
  shape: NamedShape
  bars: Bars
  countOf: (span: BarSpan) => number | null
}

function BrushedHistogram({ variable, condition, onChange, shape, bars, countOf: countOfSpan }: BrushedProps) {
  const [pending, setPending] = useState<BarSpan | null>(null)
  if (bars.bins.length < 2) return <p>There is no histogram: fewer than two different answers.</p>
  const outcomes =
    pending === null
      ? condition && outcomesOfBars(bars, condition)
      : bars.bins.map((_, place) => (place >= pending.first && place <= pending.last ? 'match' : 'noMatch'))
  const span = pending ?? (condition && spanOfCondition(bars, condition))
  const take = (taken: BarSpan) => {
    const next = conditionOfBars(bars, taken)
    setPending(null)
    if (next !== null) onChange(next)
  }
  const paintOf = outcomes ? (place: number) => paintOfOutcome(outcomes[place]) ?? 'bar' : undefined
  const { variableName } = variable
  return (
    <div className={styles['picture']}>
      <Histogram
        shape={{ ...shape, paintOf }}
        height={HEIGHT}
        brush={{ span: pending, onSpan: setPending, onTake: take, takesOnRelease: true }}
      />
      <Legend outcomes={outcomes} />
      <p role="status">
        {span === null ? SELECT_HINT : `${rangeWords({ variableName, shape, countOf: countOfSpan }, span)}.`}
        {pending !== null && ' Enter takes the range.'}
        {pending === null && span !== null && endWords(bars, span, condition)}
      </p>
    </div>
  )
}

function paintOfOutcome(outcome: BarOutcome | null | undefined) {
  return outcome === 'partly' || outcome === null ? undefined : outcome
}

/** Explains an upper end that is not the edge of a bar. */
function endWords(bars: Bars, span: BarSpan, condition: Condition | null): string {
  const [, below] = conditionsOfBars(bars, span)
  if (below === undefined || condition?.operator !== 'BETWEEN') return ''
  return ` “Between” includes both ends: ${condition.values[1] ?? ''} is the last number below ${below.values[0] ?? ''}.`
}

const OUTCOME_WORDS: readonly { readonly outcome: BarOutcome; readonly words: string }[] = [
  { outcome: 'match', words: 'match' },
  { outcome: 'noMatch', words: 'no match' },
  { outcome: 'partly', words: 'match in part' },
]

function Legend({ outcomes }: { outcomes: readonly (BarOutcome | null)[] | null }) {
  return (
    <div className={styles['legend']} aria-hidden="true">
      {OUTCOME_WORDS.filter(({ outcome }) => outcomes?.includes(outcome)).map(({ outcome, words }) => (
        <span key={outcome} data-outcome={outcome}>
          {words}
        </span>
      ))}
    </div>
  )
}

function Codes({ variable, condition, onChange, spread }: ConditionPictureProps & { spread: DistributionOfCohort }) {
  const { variableName, dataType, possibleValues } = variable
  const counts = (spread.categories ?? []).flatMap(([code, count]) => (code === null ? [] : [{ code, count }]))
  const known = [...new Set([...possibleValues, ...counts.map(({ code }) => code)])]
  const byCode = new Map(counts.map(({ code, count }) => [code, count]))
  const listed = [...counts.map(({ code }) => code), ...known.filter((code) => !byCode.has(code))]
  const largest = listed.slice(0, TOP_ANSWERS_SHOWN).map((key) => ({ key }))
  const shown = inOrder(largest, useAtomValue(barOrderAtom(variable)), possibleValues).map(({ key }) => key)
  const { stop, ...roving } = useRoving([...shown.keys()], 1)
  const chosen = chosenCodes(condition)
  const whole = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  // An individual with several codes is in several bars.
  const hasShares = !hasSeveralCodes(dataType) && counts.every(({ count }) => count !== null)
  const choose = (code: string) => onChange(conditionWithCode(condition, code, known))
  const outcomes = shown.map((code) => condition && outcomeOfCode(variable, code, condition))
  return (
    <div className={styles['picture']}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus among the bars */}
      <div {...roving}>
        <BarList
          label={`Answers to ${variableName}`}
          bars={shown.map((code, place) => {
            const count = byCode.get(code)
            const label = `${valueWords(variable, code)}${count === null ? ' (hidden)' : ''}`
            return {
              key: code,
              label,
              count: count ?? 0,
              paint: paintOfOutcome(outcomes[place]),
              link: (
                <span data-stop={place}>
                  <button
                    type="button"
                    className={styles['code']}
                    aria-pressed={outcomes[place] === 'partly' ? 'mixed' : outcomes[place] === 'match'}
                    tabIndex={place === stop ? 0 : -1}
                  >
                    {label}
                  </button>
                </span>
              ),
            }
          })}
          format={formatCount}
          share={(count) => (hasShares ? formatShare(count, whole) : '')}
          onBar={choose}
        />
      </div>
      <Legend outcomes={outcomes} />
      <VisuallyHidden>
        <span role="status">{chosen.length > 0 && codesWords()}</span>
      </VisuallyHidden>
      {listed.length > shown.length && (
        <p>{countOf(listed.length - shown.length, 'further value')} in the field above.</p>
      )}
    </div>
  )

  /** "SEX 1 · Male selected, 1,204 individuals" */
  function codesWords(): string {
    const words = `${variableName} ${chosen.map((code) => valueWords(variable, code)).join(', ')} selected`
    const isKnown = spread.leftOut.length === 0 && (chosen.length === 1 || !hasSeveralCodes(dataType))
    const count = chosen.reduce<number | null>((sum, code) => {
      const codeCount = byCode.get(code) ?? (byCode.has(code) ? null : 0)
      return sum === null || codeCount === null ? null : sum + codeCount
    }, 0)
    return isKnown && count !== null ? `${words}, ${countOf(count, 'individual')}` : words
  }
}
