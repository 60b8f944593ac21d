import { useAtomValue } from 'jotai'
import type { DistributionOfCohort, SummaryOfCohort, Variable } from '#contract/shapes/entities.ts'
import { variableSummary } from '#contract/summaries.ts'
import { isDateType, isNumber, isTextual } from '#domain/data-types.ts'
import { countOf, formatCount, formatShare, formatSize, formatMeasure } from '#domain/numbers.ts'
import { NotSummarized } from '#entities/counts/count-notes.tsx'
import {
  countedBars,
  countedDates,
  LinkedHistogram,
  shownBins,
  type LinkedHistogramProps,
} from '#entities/distributions/distribution-bars.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { comparedPicture, SharesLegend, useCohortNames } from '#features/variables/variable/compared-shares.tsx'
import { Fact } from '#features/variables/variable/fact.tsx'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { dateShape, numberShape, sharesShape, type BoxNumbers, type NamedShape } from '#ui/charts/histogram-shape.ts'
import type { Picture as FramedPicture } from '#ui/charts/picture-files.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** Pixels; a file is drawn at the width of a text column. */
const BARS_HEIGHT = 200
const FILE_WIDTH = 640
/** The unit of the bars. */
const INDIVIDUALS = 'individuals'

interface VariablePictureProps {
  variable: Variable
  cohortId: number
  /** The cohort whose shares are outlined behind; null for none. */
  wholeId: number | null
  /** Undefined without the distribution. */
  spread: DistributionOfCohort | undefined
  whole: DistributionOfCohort | undefined
}

/** The histogram of a number or date with its box plot, and the summary of numbers, dates and texts. */
export function VariablePicture({ variable, cohortId, wholeId, spread, whole }: VariablePictureProps) {
  const { variableName, dataType } = variable
  const isSummarized = isNumber(dataType) || isDateType(dataType) || isTextual(dataType)
  const isSupported = useAtomValue(isOfferedAtom)(variableSummary) && isSummarized
  const cohortIds = wholeId !== null && isDateType(dataType) ? [wholeId, cohortId] : [cohortId]
  const summary = useCall({
    endpoint: variableSummary,
    request: isSupported ? { variableName, cohortIds } : null,
    key: 'summary',
  })
  const summaryOf = (id: number | null) => summary.data?.data.find((one) => one.cohortId === id)
  // The bars do not wait for the summary.
  const box = boxOf(summaryOf(cohortId)?.numbers ?? null)
  const cohortSummary = summaryOf(cohortId)
  return (
    <>
      {spread && shownBins(spread).length > 1 && (
        <Picture
          {...countedBars(spread)}
          shape={{
            ...numberShape(variableName, shownBins(spread), formatCount, box),
            scaleUnit: INDIVIDUALS,
            hasBoxRoom: box !== null || (isSupported && summary.isPending),
          }}
          bins={spread.bins ?? []}
          whole={whole && { cohortId: whole.cohortId, bins: whole.bins ?? [] }}
        />
      )}
      {isSupported && (
        <QueryResult query={summary}>
          {() => cohortSummary && <Summary name={variableName} summary={cohortSummary} whole={summaryOf(wholeId)} />}
        </QueryResult>
      )}
    </>
  )
}

interface SummaryProps {
  name: string
  summary: SummaryOfCohort
  whole: SummaryOfCohort | undefined
}

function Summary({ name, summary, whole }: SummaryProps) {
  const { numbers, dates, lengths, leftOut, cohortId } = summary
  return (
    <>
      {dates && dates.bins.length > 1 && (
        <Picture
          {...countedDates(dates, leftOut, cohortId)}
          shape={{ ...dateShape(name, dates.bins, formatCount, dates.quantiles), scaleUnit: INDIVIDUALS }}
          bins={dates.bins}
          whole={whole?.dates ? { cohortId: whole.cohortId, bins: whole.dates.bins } : undefined}
        />
      )}
      {numbers && <NumberFacts numbers={numbers} />}
      {dates && <DateFacts dates={dates} />}
      {lengths && <LengthFacts lengths={lengths} />}
      <NotSummarized collections={leftOut} />
    </>
  )
}

interface CountedBin {
  readonly from: number | string
  readonly to: number | string
  readonly count: number | null
}

interface PictureProps extends Omit<LinkedHistogramProps, 'variableName' | 'height' | 'hasBrush'> {
  bins: readonly CountedBin[]
  /** With the same bins; others cannot be drawn behind. */
  whole: { readonly cohortId: number; readonly bins: readonly CountedBin[] } | undefined
}

/** Counts, or the shares of a cohort over those of the whole. */
function Picture({ shape, bins, whole, ...linked }: PictureProps) {
  const nameOf = useCohortNames()
  const compared = whole &&
    isSameRange(bins, whole.bins) && {
      cohort: { name: nameOf(linked.parentId), counts: bins.map(({ count }) => count) },
      whole: { name: nameOf(whole.cohortId), counts: whole.bins.map(({ count }) => count) },
    }
  const shown = compared ? sharesShape(shape, compared.cohort, compared.whole) : shape
  const draw = () => drawHistogram(shown, FILE_WIDTH, BARS_HEIGHT)
  const picture = compared
    ? comparedPicture({ unit: shape.unit, labels: shape.ranges, draw, ...compared })
    : { ...countedPicture(shape, bins), draw }
  return (
    <div className={styles['whole']}>
      <PictureFrame picture={picture}>
        <LinkedHistogram {...linked} shape={shown} variableName={shape.unit} height={BARS_HEIGHT} hasBrush />
        {compared && <SharesLegend {...compared} />}
      </PictureFrame>
    </div>
  )
}

function isSameRange(bins: readonly CountedBin[], others: readonly CountedBin[]): boolean {
  return (
    bins.length === others.length &&
    bins.every(({ from, to }, place) => from === others[place]?.from && to === others[place]?.to)
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

function countedPicture(shape: NamedShape, bins: readonly CountedBin[]): Omit<FramedPicture, 'draw'> {
  const whole = bins.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return {
    title: `${shape.unit}, ${countOf(whole, 'answer')}`,
    table: [
      [shape.unit, 'Individuals', '% of answers'],
      ...bins.map(({ count }, place) => [
        shape.ranges[place] ?? '',
        formatSize(count),
        count === null ? 'hidden' : formatShare(count, whole),
      ]),
    ],
  }
}

type Numbers = NonNullable<SummaryOfCohort['numbers']>

/** n, mean, SD, median and IQR, and the outliers by name. */
export function NumberFacts({ numbers }: { numbers: Numbers }) {
  const { n, mean, sd, quantiles, outliers } = numbers
  const beyond = outliers.below + outliers.above
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(n)} />
        <Fact name="Mean" text={formatMeasure(mean, sd)} />
        <Fact name="SD" text={formatMeasure(sd)} />
        <Fact name="Median" text={formatMeasure(quantiles?.[2] ?? null)} />
        <Fact name="IQR" text={quantiles ? `${formatMeasure(quantiles[1])} to ${formatMeasure(quantiles[3])}` : '–'} />
        <Fact
          name="Range"
          text={quantiles ? `${formatMeasure(quantiles[0])} to ${formatMeasure(quantiles[4])}` : '–'}
        />
      </dl>
      {beyond > 0 && (
        <p className={stack['muted']}>
          {countOf(beyond, 'outlier')} (beyond 1.5 IQR of the quartiles): {formatCount(outliers.below)} below,{' '}
          {formatCount(outliers.above)} above. {outliers.values.length === 1 ? 'It is' : 'Farthest from the median:'}{' '}
          {outliers.values
            .map(([value, count]) => `${formatMeasure(value)}${count > 1 ? ` (${formatCount(count)})` : ''}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}

export function DateFacts({ dates }: { dates: NonNullable<SummaryOfCohort['dates']> }) {
  const { n, quantiles, withoutYear } = dates
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(n)} />
        <Fact name="Median" text={quantiles?.[2] ?? '–'} />
        <Fact name="IQR" text={quantiles ? `${quantiles[1]} to ${quantiles[3]}` : '–'} />
        <Fact name="Range" text={quantiles ? `${quantiles[0]} to ${quantiles[4]}` : '–'} />
      </dl>
      {withoutYear > 0 && <p className={stack['muted']}>{countOf(withoutYear, 'date')} of an unknown year.</p>}
    </>
  )
}

export function LengthFacts({ lengths }: { lengths: NonNullable<SummaryOfCohort['lengths']> }) {
  const { n, mean, quantiles } = lengths
  return (
    <dl className={styles['numbers']} aria-label="Length of the texts">
      <Fact name="n" text={formatCount(n)} />
      <Fact name="Mean length" text={mean === null ? '–' : `${formatMeasure(mean)} characters`} />
      <Fact name="Median length" text={formatMeasure(quantiles?.[2] ?? null)} />
      <Fact name="Longest" text={formatMeasure(quantiles?.[4] ?? null)} />
    </dl>
  )
}
