import { atom, useAtomValue } from 'jotai'
import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import type { DistributionOfCohort, Variable } from '#contract/shapes/entities.ts'
import { variableSummary } from '#contract/summaries.ts'
import { variableDistribution } from '#contract/variables.ts'
import { isDateType, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { NO_RECORD, noAnswerWords } from '#domain/missing-labels.ts'
import { formatCount } from '#domain/numbers.ts'
import {
  answersOf,
  COMPARED_HEIGHT,
  comparedBars,
  comparedBoxes,
  countsOfCohort,
  type CohortAnswers,
  type ComparedPicture,
} from '#entities/comparing/compared-spread.ts'
import { aligned, ComparedTable } from '#entities/comparing/compared-table.tsx'
import { CountNotes, NotSummarized, SeveralAnswersNote } from '#entities/counts/count-notes.tsx'
import { DistributionBars } from '#entities/distributions/distribution-bars.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { drawComparedBars, drawComparedBoxes } from '#ui/charts/compared-drawing.ts'
import type { Picture } from '#ui/charts/picture-files.ts'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#entities/comparing/compared.module.css'
import stack from '#ui/stack.module.css'

interface ComparedAnswersProps {
  variable: Variable
  cohortIds: readonly number[]
  names: readonly string[]
  /** The commands of a picture, which belong to a pane. */
  Frame: ComponentType<{ picture: Picture; children: ReactNode }>
}

/** A variable's answers in several cohorts: for a number or a date a picture on equal bins, for all a table. */
export function ComparedAnswers({ variable, cohortIds, names, Frame }: ComparedAnswersProps) {
  const isOffered = useAtomValue(isOfferedAtom)
  const { variableName, dataType } = variable
  const isDrawn = isNumber(dataType) || isDateType(dataType)
  const isSummarized = isDrawn && isOffered(variableSummary)
  const request = { variableName, cohortIds: [...cohortIds] }
  const distribution = useCall({ endpoint: variableDistribution, request, key: 'distribution' })
  const summary = useCall({ endpoint: variableSummary, request: isSummarized ? request : null, key: 'summary' })
  const summaries = summary.isPlaceholderData ? [] : (summary.data?.data ?? [])
  const observations = useObservations(variableName, cohortIds)
  // Bins of dates are those of the summary.
  const isWaiting = isSummarized && isDateType(dataType) && !summary.isError && summaries.length === 0
  return (
    <QueryResult query={distribution}>
      {({ data }) =>
        isWaiting || observations === null ? (
          <Skeleton shape="rows" />
        ) : (
          <Answers
            variable={variable}
            cohorts={data.map((spread, place) => ({
              name: names[place] ?? `cohort ${spread.cohortId}`,
              spread,
              summary: summaries.find(({ cohortId }) => cohortId === spread.cohortId),
              answered: observations[cohortIds.indexOf(spread.cohortId)] ?? 0,
            }))}
            isSummarized={isSummarized && !summary.isError}
            Frame={Frame}
          />
        )
      }
    </QueryResult>
  )
}

/** Individuals with an answer in each cohort; null while they load. */
function useObservations(name: string, cohortIds: readonly number[]): readonly number[] | null {
  const key = cohortIds.join()
  const countedAtom = useMemo(
    () =>
      atom((get) =>
        key
          .split(',')
          .map(Number)
          .map((cohortId) => get(variableAtom({ name, ...(cohortId !== ROOT_COHORT_ID && { cohortId }) })).data),
      ),
    [name, key],
  )
  const counted = useAtomValue(countedAtom)
  return counted.every((one) => one != null) ? counted.map(({ observations }) => observations) : null
}

interface AnswersProps {
  variable: Variable
  cohorts: readonly CohortAnswers[]
  isSummarized: boolean
  Frame: ComparedAnswersProps['Frame']
}

function Answers({ variable, cohorts, isSummarized, Frame }: AnswersProps) {
  const counts = cohorts.map((cohort) => countsOfCohort(variable, cohort))
  const wholes = cohorts.map((cohort) => answersOf(variable, cohort))
  const bars = comparedBars(variable, cohorts)
  const noAnswer = noAnswerWords(variable.dataType)
  const isRange = bars !== null
  return (
    <>
      <p className={stack['muted']}>
        Percent of the answers:{' '}
        {cohorts.map(({ name }, place) => `${name} ${formatCount(wholes[place] ?? 0)}`).join(', ')}. Differences in
        percentage points from {cohorts[0]?.name}.
        {counts.some((each) => [...each.values()].includes(null)) &&
          ' Suppressed counts are no part of the percentages.'}
      </p>
      <SeveralAnswersNote dataType={variable.dataType} />
      {bars && <Pictures {...{ variable, cohorts, bars, isSummarized, Frame }} />}
      <ComparedTable
        label={`${variable.variableName} in each`}
        header={variable.variableName}
        names={cohorts.map(({ name }) => name)}
        rows={aligned(counts, { areInOrder: isRange, wholes, withoutShare: [noAnswer, NO_RECORD] })}
        wordsOf={(key) => (isRange || key === noAnswer || key === NO_RECORD ? key : valueWords(variable, key))}
      />
      <CountNotes leftOut={cohorts.flatMap(({ spread }) => spread.leftOut)} />
    </>
  )
}

type View = 'bars' | 'boxes' | 'each'

function Pictures({ variable, cohorts, bars, isSummarized, Frame }: AnswersProps & { bars: ComparedPicture }) {
  const [view, setView] = useState<View>('bars')
  const boxes = comparedBoxes(variable, cohorts)
  const hasEach = isNumber(variable.dataType)
  const views: readonly { value: View; label: string }[] = [
    { value: 'bars', label: 'Bars' },
    ...(isSummarized ? [{ value: 'boxes', label: 'Boxes' } as const] : []),
    ...(hasEach ? [{ value: 'each', label: 'Side by side' } as const] : []),
  ]
  return (
    <>
      <ChoiceBar<View> label="Picture" value={view} options={views} onChange={setView} />
      {view === 'bars' && (
        <Frame picture={bars}>
          <ReadableDrawingView
            name={bars.name}
            draw={(width) => drawComparedBars(bars.groups, width, COMPARED_HEIGHT)}
          />
        </Frame>
      )}
      {view === 'boxes' && (boxes ? <Boxes boxes={boxes} Frame={Frame} /> : <Skeleton />)}
      {view === 'each' && (
        <div className={stack['two']}>
          {cohorts.map(({ name, spread }) => (
            <Each key={spread.cohortId} name={name} variableName={variable.variableName} spread={spread} />
          ))}
        </div>
      )}
      {view === 'bars' && bars.hasHidden && <p className={stack['muted']}>Suppressed bins have no bar.</p>}
      {view === 'boxes' && (
        <NotSummarized collections={[...new Set(cohorts.flatMap(({ summary }) => summary?.leftOut ?? []))]} />
      )}
    </>
  )
}

function Boxes({ boxes, Frame }: { boxes: ComparedPicture; Frame: AnswersProps['Frame'] }) {
  return (
    <Frame picture={boxes}>
      <ReadableDrawingView name={boxes.name} draw={(width) => drawComparedBoxes(boxes.groups, width)} columns={1} />
    </Frame>
  )
}

function Each({ name, variableName, spread }: { name: string; variableName: string; spread: DistributionOfCohort }) {
  return (
    <section className={styles['each']} aria-label={name}>
      <h3>{name}</h3>
      <DistributionBars label={`${variableName} in ${name}`} variableName={variableName} spread={spread} />
    </section>
  )
}
