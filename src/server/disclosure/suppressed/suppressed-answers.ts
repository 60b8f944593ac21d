import type { DistributionOfCohort } from '#contract/shapes/shapes-of-extensions.ts'
import { isCoded, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN, UNKNOWN_VALUE } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { DEFAULT, MISSING, NO_RECORD, UNKNOWN, valueLabel } from '#server/disclosure/guard/labels.ts'
import { countAnswers } from '#server/disclosure/suppressed/variable-counts.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import {
  type Category,
  type DistributionQuery,
  readBins,
  readSpread,
  shownSpread,
} from '#server/engine/counts/distribution.ts'
import { countTopAnswers } from '#server/engine/counts/top-answers.ts'
import type { AnswerCounts } from '#server/model/catalog.ts'
import { type AnyVariable, type CustomVariableRule, isCustom } from '#server/model/variable.ts'

/** Answers of unreadable individuals, shown beside those of readable ones; null if suppressed. */
export interface UnreadableAnswers {
  /**
   * Whether unreadable individuals are counted: false if the cohort's number of them is suppressed in every collection.
   */
  readonly isCounted: boolean
  /** Collections that are not counted. */
  readonly leftOut: readonly string[]
  readonly bins: Bins | null
  readonly missing: number | null
  readonly noRecord: number | null
  /** Number of answers; for a custom variable [UNK] counts as an answer. */
  readonly answered: number | null
  /** The count of a value, of a bin by its index, or of all answers (""). */
  readonly ofValue: (value: string) => number | null
}

/** For a variable in a saved cohort, or in All Individuals. */
export async function answersOfUnreadable(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<UnreadableAnswers> {
  const { counts, leftOut, bins } = await countAnswers(context, cohortId, variable)
  const isCounted = leftOut.length < context.guard.regions.size
  const countOf = (label: string): number | null => (isCounted ? (counts.get(label) ?? null) : 0)
  const labelsOf = (value: string) => (isCustom(variable) ? customLabelsOf(variable, value) : [valueLabel(value)])
  const answers = [...counts].filter(([label]) => label !== MISSING && label !== NO_RECORD)
  const byCollection =
    cohortId === ROOT_COHORT_ID && !isCustom(variable) ? (await context.margins(variable)).answered : null
  return {
    isCounted,
    leftOut,
    bins,
    missing: countOf(MISSING),
    noRecord: countOf(NO_RECORD),
    answered: byCollection
      ? [...byCollection.values()].reduce((sum, count) => sum + count, 0)
      : sumOf(answers.map(([, count]) => count)),
    ofValue: (value) => sumOf(labelsOf(value).map(countOf)),
  }
}

function customLabelsOf({ values, defaultValue }: CustomVariableRule, value: string): string[] {
  if (value === UNKNOWN_VALUE) return [UNKNOWN]
  return [
    ...values.flatMap(({ name }, place) => (name === value ? [valueLabel(place)] : [])),
    ...(defaultValue === value ? [DEFAULT] : []),
  ]
}

function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

/** `readDistribution` with disclosure control. */
export async function readSuppressedDistribution(
  context: GuardContext,
  query: DistributionQuery,
): Promise<DistributionOfCohort[]> {
  const data: DistributionOfCohort[] = []
  for (const cohortId of query.cohortIds) data.push(await readSpreadShown(context, query, cohortId))
  return data
}

/** Counts readable individuals exactly, and adds the unreadable counts that are shown. */
async function readSpreadShown(
  context: GuardContext,
  query: DistributionQuery,
  cohortId: number,
): Promise<DistributionOfCohort> {
  const { connection, read } = context
  const { variable } = query
  const unreadable = await answersOfUnreadable(context, cohortId, variable)
  const isNumeric = isNumber(variable.dataType)
  const areBinsFixed = unreadable.bins !== null
  const part = { part: 'readable' } as const
  const bins = isNumeric ? (unreadable.bins ?? (await readBins(connection, read, query, part))) : null
  const spread = await readSpread(connection, read, query, { cohortId, ...part }, bins)
  // Without fixed bins, unreadable individuals are in no bin.
  const others = isNumeric && !areBinsFixed ? null : unreadable
  const left = others === null ? context.guard.regions.keys() : unreadable.leftOut
  return {
    cohortid: cohortId,
    ...shownSpread(variable, withOthers(spread.categories, variable, bins, others), bins),
    missing: others ? plus(spread.missing, others.missing) : spread.missing,
    no_record: others ? plus(spread.noRecord, others.noRecord) : spread.noRecord,
    left_out: [...left],
  }
}

function withOthers(
  categories: readonly Category[],
  variable: AnyVariable,
  bins: Bins | null,
  others: UnreadableAnswers | null,
): Category[] {
  if (!others?.isCounted) return [...categories]
  const readable = new Map(categories)
  const sum = (value: string): Category => [value, plus(readable.get(value) ?? 0, others.ofValue(value))]
  if (bins) return Array.from({ length: bins.count }, (_, place) => sum(String(place)))
  if (!isCoded(variable.dataType)) return [...categories, [null, others.ofValue('')]]
  const values = isCustom(variable) ? [...variable.possibleValues, UNKNOWN_VALUE] : variable.possibleValues
  const listed = [...new Set([...values, ...[...readable.keys()].filter((value) => value !== null)])].map(sum)
  return listed.toSorted(([, one], [, other]) => (other ?? -1) - (one ?? -1))
}

/** The sum of two counts; null if either is suppressed. */
export function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}

/** Exceeds the number of values of any coded variable. */
const ALL_VALUES = 10_000

/** The most frequent answers where unreadable counts are suppressed; only coded values are tabulated. */
export async function countSuppressedAnswers(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<AnswerCounts> {
  const { connection, user } = context
  const readable = { cohortId, reader: user, part: 'readable' } as const
  const counted = await countTopAnswers(connection, readable, variable, ALL_VALUES)
  const others = await answersOfUnreadable(context, cohortId, variable)
  const observations = counted.observations + (others.answered ?? 0)
  if (!others.isCounted) return { observations, topAnswers: counted.topAnswers.slice(0, TOP_ANSWERS_SHOWN) }
  if (!isCoded(variable.dataType)) {
    const unnamed: AnswerCounts['topAnswers'] = [[null, others.answered]]
    return { observations, topAnswers: commonest([...counted.topAnswers, ...unnamed]) }
  }
  return { observations, topAnswers: commonest(withOthers(counted.topAnswers, variable, null, others)) }
}

/** Suppressed counts come last, in the order of the codebook. */
function commonest(counts: AnswerCounts['topAnswers']): AnswerCounts['topAnswers'] {
  return counts.toSorted(([, one], [, other]) => (other ?? -1) - (one ?? -1)).slice(0, TOP_ANSWERS_SHOWN)
}
