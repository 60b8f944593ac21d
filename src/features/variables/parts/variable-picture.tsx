import type { DistributionOfCohort, SummaryOfCohort, Variable } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { variableSummary } from '#contract/summaries.ts'
import { isDateType, isNumber, isTextual } from '#domain/data-types.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { useCall } from '#entities/call-atoms.ts'
import { DistributionBars, shownBins } from '#entities/distribution-bars.tsx'
import { NotSummarized } from '#entities/left-out.tsx'
import { QueryResult } from '#entities/loaded.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { DateFacts, LengthFacts, NumberFacts } from '#features/variables/parts/summary-facts.tsx'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { dateShape, numberShape, type BoxNumbers, type NamedShape } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import type { Picture } from '#ui/charts/picture-files.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'

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
          {({ data }) => data[0] && <Summary name={variableName} summary={data[0]} />}
        </QueryResult>
      )}
    </>
  )
}

function NumberPicture({ name, spread, box }: { name: string; spread: DistributionOfCohort; box: BoxNumbers | null }) {
  return (
    <PictureFrame picture={pictureOf(numberShape(name, shownBins(spread), formatCount, box))}>
      <DistributionBars label={name} variableName={name} spread={spread} box={box} height={BARS_HEIGHT} />
    </PictureFrame>
  )
}

function Summary({ name, summary }: { name: string; summary: SummaryOfCohort }) {
  const { numbers, dates, lengths } = summary
  const shape = dates && dates.bins.length > 1 ? dateShape(name, dates.bins, formatCount, dates.quantiles) : null
  return (
    <>
      {shape && (
        <PictureFrame picture={pictureOf(shape)}>
          <Histogram shape={shape} height={BARS_HEIGHT} />
        </PictureFrame>
      )}
      {numbers && <NumberFacts numbers={numbers} />}
      {dates && <DateFacts dates={dates} />}
      {lengths && <LengthFacts lengths={lengths} />}
      <NotSummarized collections={summary.leftOut} />
    </>
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
