import type { DistributionOfCohort, SummaryOfCohort, Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { variableSummary } from '#contract/summaries.ts'
import { isDateType, isNumber, isTextual } from '#domain/data-types.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { useCall } from '#entities/call-atoms.ts'
import { countedBars, countedDates, LinkedHistogram, shownBins } from '#entities/distributions/distribution-bars.tsx'
import { QueryResult } from '#entities/loaded.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { DateFacts, LengthFacts, NotSummarized, NumberFacts } from '#features/variables/parts/summary-facts.tsx'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { dateShape, numberShape, type BoxNumbers, type NamedShape } from '#ui/charts/histogram-shape.ts'
import { PictureFrame, type Picture } from '#workspace/pictures/picture-frame.tsx'

/** Pixels; a file is drawn at the width of a text column. */
const BARS_HEIGHT = 200
const FILE_WIDTH = 640

interface VariablePictureProps {
  variable: Variable
  cohortId: number
  /** Undefined without the distribution. */
  spread: DistributionOfCohort | undefined
}

/** The histogram of a number or date with its box plot, and the summary of numbers, dates and texts. */
export function VariablePicture({ variable, cohortId, spread }: VariablePictureProps) {
  const { variableName, dataType } = variable
  const isSummarized = isNumber(dataType) || isDateType(dataType) || isTextual(dataType)
  const isSupported = useAtomValue(isOfferedAtom)(variableSummary) && isSummarized
  const summary = useCall({
    endpoint: variableSummary,
    request: isSupported ? { variableName, cohortIds: [cohortId] } : null,
    key: 'summary',
  })
  // The bars do not wait for the summary.
  const numbers = summary.data?.data[0]?.numbers
  return (
    <>
      {spread && shownBins(spread).length > 1 && (
        <NumberPicture name={variableName} spread={spread} box={boxOf(numbers ?? null)} />
      )}
      {isSupported && (
        <QueryResult query={summary}>
          {({ data }) => data[0] && <Summary name={variableName} cohortId={cohortId} summary={data[0]} />}
        </QueryResult>
      )}
    </>
  )
}

function NumberPicture({ name, spread, box }: { name: string; spread: DistributionOfCohort; box: BoxNumbers | null }) {
  const shape = numberShape(name, shownBins(spread), formatCount, box)
  return (
    <PictureFrame picture={pictureOf(shape)}>
      <LinkedHistogram {...countedBars(spread)} shape={shape} variableName={name} height={BARS_HEIGHT} hasBrush />
    </PictureFrame>
  )
}

interface SummaryProps {
  name: string
  cohortId: number
  summary: SummaryOfCohort
}

function Summary({ name, cohortId, summary }: SummaryProps) {
  const { numbers, dates, lengths, leftOut } = summary
  return (
    <>
      {dates && dates.bins.length > 1 && <DatePicture {...{ name, cohortId, dates, leftOut }} />}
      {numbers && <NumberFacts numbers={numbers} />}
      {dates && <DateFacts dates={dates} />}
      {lengths && <LengthFacts lengths={lengths} />}
      <NotSummarized collections={leftOut} />
    </>
  )
}

interface DatePictureProps extends Omit<SummaryProps, 'summary'> {
  dates: NonNullable<SummaryOfCohort['dates']>
  leftOut: readonly string[]
}

function DatePicture({ name, cohortId, dates, leftOut }: DatePictureProps) {
  const shape = dateShape(name, dates.bins, formatCount, dates.quantiles)
  return (
    <PictureFrame picture={pictureOf(shape)}>
      <LinkedHistogram
        {...countedDates(dates, leftOut, cohortId)}
        shape={shape}
        variableName={name}
        height={BARS_HEIGHT}
        hasBrush
      />
    </PictureFrame>
  )
}

function boxOf(numbers: SummaryOfCohort['numbers']): BoxNumbers | null {
  if (!numbers?.quantiles) return null
  return {
    quantiles: numbers.quantiles,
    whiskers: numbers.whiskers,
    outliers: numbers.outliers.values.map(([value]) => value),
  }
}

function pictureOf(shape: NamedShape): Picture {
  const whole = shape.counts.reduce((sum, count) => sum + count, 0)
  return {
    title: `${shape.unit}, ${countOf(whole, 'answer')}`,
    draw: () => drawHistogram(shape, FILE_WIDTH, BARS_HEIGHT),
    table: [
      [shape.unit, 'Individuals', '% of answers'],
      ...shape.counts.map((count, place) => [shape.ranges[place] ?? '', formatCount(count), formatShare(count, whole)]),
    ],
  }
}
