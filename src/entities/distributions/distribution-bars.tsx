import { useAtomValue } from 'jotai'
import type { DistributionOfCohort } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { RULES, useLit } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { conditionsOfBars } from '#entities/distributions/bar-conditions.ts'
import { RangeOffer, useRangeOffer, type OfferedRange } from '#entities/distributions/range-offer.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { numberShape, type Bin, type BoxNumbers } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import type { BarSpan } from '#ui/charts/use-brush.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface DistributionBarsProps {
  /** The variable, and of several cohorts its cohort. */
  label: string
  variableName: string
  spread: DistributionOfCohort
  /** Quartiles, whiskers and outliers of the same cohort. */
  box?: BoxNumbers | null
  height?: number
}

/** The histogram of a number in a cohort; each bar leads to a cohort of its individuals. */
export function DistributionBars({ label, variableName, spread, box = null, height }: DistributionBarsProps) {
  return (
    <LinkedHistogram
      {...countedBars(spread)}
      shape={numberShape(label, shownBins(spread), formatCount, box)}
      variableName={variableName}
      {...(height !== undefined && { height })}
    />
  )
}

export interface LinkedHistogramProps extends OfferedRange {
  /** A bar counts as many individuals as its cohort has. */
  isExact: boolean
  height?: number
  /** Several bars can be selected. */
  hasBrush?: boolean
}

/** A histogram whose bars lead to cohorts of their individuals. */
export function LinkedHistogram({ isExact, height, hasBrush = false, ...offered }: LinkedHistogramProps) {
  const { shape, variableName, bars, parentId } = offered
  const canBuild = useAtomValue(isOfferedAtom)(RULES)
  const whereOf = (place: number) =>
    conditionsOfBars(bars, { first: place, last: place }).map((one) => ({ variableName, ...one }))
  const offer = useRangeOffer(offered)
  const isBrushed = canBuild && hasBrush
  // Shares over those of another cohort have no counts to hatch.
  const lit = useLit(
    isExact && shape.outlined === undefined
      ? bars.bins.map((_, place) => ({ parentId, where: whereOf(place) }))
      : NO_BARS,
  )
  const link = (place: number, words: string, isStop: boolean) => (
    <Narrow
      words={`${variableName} ${shape.ranges[place] ?? ''}`}
      look="column"
      tooltip={`${words}. Build a cohort of these.`}
      parentId={parentId}
      where={whereOf(place)}
      isInGrid={!isStop}
    >
      <VisuallyHidden>
        {variableName} {words}
      </VisuallyHidden>
    </Narrow>
  )
  return (
    <>
      <Histogram
        shape={shape}
        link={canBuild && isExact ? link : undefined}
        lit={lit}
        brush={isBrushed ? offer.brush : undefined}
        {...(height !== undefined && { height })}
      />
      {isBrushed && <RangeOffer {...offer} />}
    </>
  )
}

const NO_BARS: readonly undefined[] = []

/** A suppressed count has no bar. */
export function shownBins(spread: DistributionOfCohort): Bin[] {
  return (spread.bins ?? []).map(({ from, to, count }) => ({ from, to, count: count ?? 0 }))
}

/** The bars of numbers in a cohort. Bars that leave out collections count fewer individuals than a cohort would. */
export function countedBars({ bins = [], leftOut, cohortId }: DistributionOfCohort) {
  const isExact = leftOut.length === 0
  return {
    bars: { kind: 'number', bins } as const,
    parentId: cohortId,
    isExact,
    countOf: ({ first, last }: BarSpan) => (isExact ? sumOf(bins.slice(first, last + 1)) : null),
  }
}

interface CountedDates {
  readonly n: number
  readonly bins: readonly { readonly from: string; readonly to: string; readonly count: number }[]
}

/** The bars of dates. They are not exact if dates that no bar contains could match, too. */
export function countedDates({ n, bins }: CountedDates, leftOut: readonly string[], cohortId: number) {
  const isExact = leftOut.length === 0 && sumOf(bins) === n
  return {
    bars: { kind: 'date', bins } as const,
    parentId: cohortId,
    isExact,
    countOf: ({ first, last }: BarSpan) => (isExact ? sumOf(bins.slice(first, last + 1)) : null),
  }
}

/** Null if a count is suppressed. */
function sumOf(counted: readonly { readonly count: number | null }[]): number | null {
  return counted.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
}
