import type { DistributionOfCohort, SummaryOfCohort, Variable } from '#contract/shapes/entities.ts'
import { isDateType } from '#domain/data-types.ts'
import { NO_RECORD, noAnswerWords } from '#domain/missing-labels.ts'
import { countOf, formatCount, formatMeasure, formatShare } from '#domain/numbers.ts'
import { comparedName, drawComparedBars, drawComparedBoxes, type ComparedGroup } from '#ui/charts/compared-drawing.ts'
import { dateShape, numberShape, type NamedShape } from '#ui/charts/histogram-shape.ts'
import type { Picture, PictureTable } from '#ui/charts/picture-files.ts'

/** The answers of a cohort to the compared variable. */
export interface CohortAnswers {
  readonly name: string
  readonly spread: DistributionOfCohort
  /** Absent while it loads, and without the capability. */
  readonly summary: SummaryOfCohort | undefined
  /** Individuals with an answer. */
  readonly answered: number
}

/** A picture of several cohorts. */
export interface ComparedPicture extends Picture {
  /** For screen readers. */
  readonly name: string
  readonly groups: readonly ComparedGroup[]
  /** Whether a cohort has a suppressed bin. */
  readonly hasHidden: boolean
}

/** Pixels; a file is drawn at the width of a text column. */
export const COMPARED_HEIGHT = 200
const FILE_WIDTH = 640

/** Bins of the same variable, equal in all cohorts. */
interface Ranges {
  readonly counts: readonly (number | null)[]
  readonly shape: NamedShape
}

function rangesOf({ variableName, dataType }: Variable, { spread, summary }: CohortAnswers): Ranges | null {
  if (isDateType(dataType)) {
    const { bins = [], quantiles = null } = summary?.dates ?? {}
    const shape = dateShape(variableName, bins, formatCount, quantiles)
    return bins.length > 1 ? { counts: bins.map(({ count }) => count), shape } : null
  }
  const bins = spread.bins ?? []
  const numbers = summary?.numbers
  const box = numbers?.quantiles
    ? {
        quantiles: numbers.quantiles,
        whiskers: numbers.whiskers,
        outliers: numbers.outliers.values.map(([value]) => value),
      }
    : null
  const drawn = bins.map((bin) => ({ ...bin, count: bin.count ?? 0 }))
  return bins.length > 1
    ? { counts: bins.map(({ count }) => count), shape: numberShape(variableName, drawn, formatCount, box) }
    : null
}

/** The ranges of all cohorts; null for a cohort without any, and unless they are equal. */
function equalRanges(variable: Variable, cohorts: readonly CohortAnswers[]): readonly Ranges[] | null {
  const all = cohorts.map((cohort) => rangesOf(variable, cohort))
  const known = all.filter((ranges) => ranges !== null)
  const keys = new Set(known.map(({ shape }) => shape.ranges.join('|')))
  return known.length === all.length && keys.size === 1 ? known : null
}

/** The bars of several cohorts on equal bins, in percent of its answers; null if there are none. */
export function comparedBars(variable: Variable, cohorts: readonly CohortAnswers[]): ComparedPicture | null {
  const all = equalRanges(variable, cohorts)
  if (all === null) return null
  const wholes = cohorts.map((cohort) => answersOf(variable, cohort))
  const groups = all.map(({ counts, shape }, place): ComparedGroup => {
    const whole = wholes[place] ?? 0
    return {
      name: cohorts[place]?.name ?? '',
      detail: `${countOf(whole, 'answer')}${counts.includes(null) ? ' shown' : ''}`,
      boxWords: '',
      shape,
      shares: counts.map((count) => (count === null || whole === 0 ? null : (100 * count) / whole)),
    }
  })
  const rows = all[0]?.shape.ranges ?? []
  return {
    name: comparedName('Distributions', groups, 'cohorts'),
    title: `${variable.variableName} in ${countOf(cohorts.length, 'cohort')}`,
    groups,
    hasHidden: all.some(({ counts }) => counts.includes(null)),
    draw: () => drawComparedBars(groups, FILE_WIDTH, COMPARED_HEIGHT),
    table: [
      [variable.variableName, ...groups.flatMap(({ name }) => [`${name}, n`, `${name}, %`])],
      ...rows.map((range, row) => [
        range,
        ...all.flatMap(({ counts }, place) => {
          const count = counts[row] ?? null
          return count === null ? ['hidden', ''] : [formatCount(count), formatShare(count, wholes[place] ?? 0)]
        }),
      ]),
    ],
  }
}

/** The box plots of several cohorts on the axis of their bins; null without quartiles. */
export function comparedBoxes(variable: Variable, cohorts: readonly CohortAnswers[]): ComparedPicture | null {
  const all = equalRanges(variable, cohorts)
  if (all === null || all.every(({ shape }) => shape.box === null)) return null
  const groups = all.map(({ shape }, place): ComparedGroup => {
    const { name = '', summary } = cohorts[place] ?? {}
    const five = fiveWords(summary)
    return {
      name,
      detail: countOf(summary?.numbers?.n ?? summary?.dates?.n ?? 0, 'answer'),
      boxWords: five ? `median ${five[2]}, quartiles ${five[1]} and ${five[3]}, range ${five[0]} to ${five[4]}` : '',
      shape,
      shares: [],
    }
  })
  return {
    name: comparedName('Box plots', groups, 'cohorts'),
    title: `${variable.variableName} in ${countOf(cohorts.length, 'cohort')}, box plots`,
    groups,
    hasHidden: false,
    draw: () => drawComparedBoxes(groups, FILE_WIDTH),
    table: boxTable(cohorts),
  }
}

type Five = readonly [string, string, string, string, string]

function fiveWords(summary: SummaryOfCohort | undefined): Five | null {
  const { numbers, dates } = summary ?? {}
  if (dates?.quantiles) return dates.quantiles
  if (!numbers?.quantiles) return null
  const [least, lower, median, upper, greatest] = numbers.quantiles
  const word = (number: number) => formatMeasure(number)
  return [word(least), word(lower), word(median), word(upper), word(greatest)]
}

function boxTable(cohorts: readonly CohortAnswers[]): PictureTable {
  return [
    ['Cohort', 'n', 'Mean', 'SD', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
    ...cohorts.map(({ name, summary }) => {
      const { numbers, dates } = summary ?? {}
      return [
        name,
        formatCount(numbers?.n ?? dates?.n ?? 0),
        numbers ? formatMeasure(numbers.mean, numbers.sd) : '–',
        numbers ? formatMeasure(numbers.sd) : '–',
        ...(fiveWords(summary) ?? ['–', '–', '–', '–', '–']),
      ]
    }),
  ]
}

/** Values that the user may not read, counted together. */
const NOT_SHOWN = 'Values not shown (no access)'
const WITHOUT_YEAR = 'Year unknown'

/**
 * The denominator of a cohort's percentages in picture and table: individuals with an answer, as far as their counts
 * are shown.
 */
export function answersOf(variable: Variable, cohort: CohortAnswers): number {
  const counts = [...answerCounts(variable, cohort).values()]
  return counts.includes(null) ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : cohort.answered
}

/** All individuals of a cohort by range or value, then the missing answers. */
export function countsOfCohort(variable: Variable, cohort: CohortAnswers): ReadonlyMap<string, number | null> {
  const { missing, noRecord } = cohort.spread
  return new Map([
    ...answerCounts(variable, cohort),
    [noAnswerWords(variable.dataType), missing],
    [NO_RECORD, noRecord],
  ])
}

function answerCounts(variable: Variable, cohort: CohortAnswers): ReadonlyMap<string, number | null> {
  const { categories = [] } = cohort.spread
  const ranges = rangesOf(variable, cohort)
  const dates = isDateType(variable.dataType) ? cohort.summary?.dates : undefined
  const unread = categories.find(([value]) => value === null)
  return new Map<string, number | null>([
    ...(ranges
      ? ranges.counts.map((count, place): [string, number | null] => [ranges.shape.ranges[place] ?? '', count])
      : categories.map(([value, count]): [string, number | null] => [value ?? '', count])),
    ...(dates && dates.withoutYear > 0 ? [[WITHOUT_YEAR, dates.withoutYear] as const] : []),
    ...(ranges && unread ? [[NOT_SHOWN, unread[1]] as const] : []),
  ])
}
