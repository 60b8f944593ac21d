import type { HistogramShape } from '#ui/charts/histogram-drawing.ts'
import { ticksOf } from '#ui/charts/ticks.ts'
import type { BarSpan } from '#ui/charts/use-brush.ts'

export interface Bin extends Range {
  readonly count: number
}

/** A histogram with the words of its bars. */
export interface NamedShape extends HistogramShape {
  /** The range of each bar. */
  readonly ranges: readonly string[]
  /** The range of several bars. */
  readonly spanWords: (span: BarSpan) => string
  /** "18 to 92" */
  readonly extent: string
  /** The words of a bar after its range. Default: its count. */
  readonly wordsOf?: (place: number) => string
  /** Ends the name: "% of Cases, All Individuals as an outline". */
  readonly ending?: string
}

/** Minimum, quartiles and maximum; the ends of the whiskers; values beyond. */
export interface BoxNumbers {
  readonly quantiles: readonly [number, number, number, number, number]
  readonly whiskers: readonly [number, number] | null
  readonly outliers: readonly number[]
}

const NUMBER_TICKS = 8
const DATE_TICKS = 6
const MONTHS_OF_YEAR = 12
/** On a picture, months are equally long. */
const DAYS_OF_MONTH = 31

interface NumberScale {
  readonly low: number
  readonly high: number
  readonly isWhole: boolean
  /** The place of a number on the axis, 0 to 1. */
  readonly shareOf: (number: number) => number
}

/** The axis of bins of equal width. */
export function numberScale(bins: readonly Range[]): NumberScale {
  const [first, last] = [bins[0], bins.at(-1)]
  const [low, high] = [first?.from ?? 0, last?.to ?? 1]
  const isWhole = (first?.to ?? 1) < (bins[1]?.from ?? -Infinity) || low === high
  // A whole number is in the middle of its width.
  const half = isWhole ? 0.5 : 0
  return { low, high, isWhole, shareOf: (number) => (number - low + half) / (high - low + 2 * half || 1) }
}

/** A histogram of numbers, with a box plot on its axis if there are quartiles. */
export function numberShape(
  unit: string,
  bins: readonly Bin[],
  format: HistogramShape['format'],
  box: BoxNumbers | null,
): NamedShape {
  const { low, high, isWhole, shareOf } = numberScale(bins)
  return {
    unit,
    counts: bins.map(({ count }) => count),
    ranges: rangeWords(bins),
    spanWords: ({ first, last }) => {
      const [from, to] = [bins[first]?.from ?? 0, bins[last]?.to ?? 0]
      return rangeWords([{ from, to }, ...bins.slice(last + 1, last + 2)])[0] ?? ''
    },
    extent: `${shortNumber(low)} to ${shortNumber(high)}`,
    ticks: tickTexts(ticksOf(low, high, NUMBER_TICKS, isWhole ? 1 : 0)).map(({ tick, text }) => ({
      share: shareOf(tick),
      text,
    })),
    format,
    box: box && {
      lower: shareOf(box.quantiles[1]),
      median: shareOf(box.quantiles[2]),
      upper: shareOf(box.quantiles[3]),
      whiskers: box.whiskers && [shareOf(box.whiskers[0]), shareOf(box.whiskers[1])],
      outliers: box.outliers.map(shareOf),
    },
  }
}

export interface DateBin {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** A histogram of dates over years (YYYY) or months (YYYY-MM), with a box plot if there are quartiles. */
export function dateShape(
  unit: string,
  bins: readonly DateBin[],
  format: HistogramShape['format'],
  quantiles: readonly [string, string, string, string, string] | null,
): NamedShape {
  const low = yearsOf(bins[0]?.from ?? '')
  const high = yearsOf(bins.at(-1)?.to ?? '', 1)
  // In the middle of a year or a day.
  const shareOf = (date: string) => (yearsOf(date, 0.5) - low) / (high - low || 1)
  const every = Math.ceil(bins.length / DATE_TICKS)
  return {
    unit,
    counts: bins.map(({ count }) => count),
    ranges: bins.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)),
    spanWords: ({ first, last }) => {
      const [from, to] = [bins[first]?.from ?? '', bins[last]?.to ?? '']
      return from === to ? from : `${from} to ${to}`
    },
    extent: `${bins[0]?.from ?? ''} to ${bins.at(-1)?.to ?? ''}`,
    ticks: bins.flatMap(({ from }, place) => (place % every === 0 ? [{ share: place / bins.length, text: from }] : [])),
    format,
    box: quantiles && {
      lower: shareOf(quantiles[1]),
      median: shareOf(quantiles[2]),
      upper: shareOf(quantiles[3]),
      whiskers: [shareOf(quantiles[0]), shareOf(quantiles[4])],
      outliers: [],
    },
  }
}

/** Years since year 0 of a date YYYY, YYYY-MM or YYYY-MM-DD; `part` is the share of its year, month or day that has passed. */
function yearsOf(date: string, part = 0): number {
  const [year = 0, month, day] = date.split('-').map(Number)
  if (month === undefined) return year + part
  return year + (month - 1 + (day === undefined ? part : (day - 1 + part) / DAYS_OF_MONTH)) / MONTHS_OF_YEAR
}

/** "Histogram of AGE, 18 to 92, peak at 23" */
export function histogramName({ unit, extent, counts, ranges, ending }: NamedShape): string {
  const tallest = Math.max(0, ...counts)
  const peak = tallest > 0 ? `, peak at ${ranges[counts.indexOf(tallest)] ?? ''}` : ''
  return `Histogram of ${unit}, ${extent}${peak}${ending === undefined ? '' : `, ${ending}`}`
}

/** Counts of a cohort; null for suppressed ones, which the number of all leaves out. */
export interface CohortCounts {
  readonly name: string
  readonly counts: readonly (number | null)[]
  /** The number that percentages are of. Default: the sum of the counts. */
  readonly n?: number
}

/** A histogram of shares: each bar as percent of the cohort's number, and the whole as percent of its own behind. */
export function sharesShape(shape: NamedShape, cohort: CohortCounts, whole: CohortCounts): NamedShape {
  const [cohortShares, behind] = [percentsOf(cohort), percentsOf(whole)]
  return {
    ...shape,
    counts: cohortShares.map((share) => share ?? 0),
    outlined: behind.map((share) => share ?? 0),
    scaleUnit: '% of each',
    format: (percent) => `${percent}%`,
    wordsOf: (place) => {
      const count = cohort.counts[place]
      const first = count == null ? 'hidden' : `${shape.format(count)}, ${percentText(cohortShares[place])}`
      return `${first} of ${cohort.name}; ${percentText(behind[place])} of ${whole.name}`
    },
    ending: `% of ${cohort.name}, ${whole.name} as an outline`,
  }
}

/** Null for suppressed counts. */
export function percentsOf({ counts, n = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }: CohortCounts) {
  return counts.map((count) => (count === null ? null : n === 0 ? 0 : (100 * count) / n))
}

export function percentText(percent: number | null | undefined): string {
  return percent == null ? 'hidden' : `${percent.toFixed(1)}%`
}

export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Labels without overlap: integer ranges end at their last value (15 to 19, 20 to 24), others at the next start (14.65
 * to under 19.2).
 */
export function rangeWords(ranges: readonly Range[]): string[] {
  return ranges.map(({ from, to }, place) => {
    const next = ranges[place + 1]
    if (from === to) return shortNumber(from)
    return `${shortNumber(from)} to ${next && next.from <= to ? 'under ' : ''}${shortNumber(to)}`
  })
}

/** The labels of an axis, with equally many decimals. */
function tickTexts(ticks: readonly number[]): { readonly tick: number; readonly text: string }[] {
  const texts = ticks.map(shortNumber)
  // 1e-7 has no decimals to fill.
  if (texts.some((text) => text.includes('e'))) return ticks.map((tick, place) => ({ tick, text: texts[place] ?? '' }))
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  return ticks.map((tick) => ({ tick, text: tick.toFixed(decimals) }))
}

/** An integer in full, another number with four digits. */
function shortNumber(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(4)))
}
