import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { DEFAULT, MISSING, NO_RECORD, UNKNOWN, valueLabel } from '#server/disclosure/labels.ts'
import { countAnswers } from '#server/disclosure/variable-counts.ts'
import type { Bins } from '#server/engine/counts/bins.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'

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
  const of = (label: string): number | null => (isCounted ? (counts.get(label) ?? null) : 0)
  const labelsOf = (value: string) => (isCustom(variable) ? customLabelsOf(variable, value) : [valueLabel(value)])
  const answers = [...counts].filter(([label]) => label !== MISSING && label !== NO_RECORD)
  const byCollection =
    cohortId === ROOT_COHORT_ID && !isCustom(variable) ? (await context.margins(variable)).answered : null
  return {
    isCounted,
    leftOut,
    bins,
    missing: of(MISSING),
    noRecord: of(NO_RECORD),
    answered: byCollection
      ? [...byCollection.values()].reduce((sum, count) => sum + count, 0)
      : sumOf(answers.map(([, count]) => count)),
    ofValue: (value) => sumOf(labelsOf(value).map(of)),
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
