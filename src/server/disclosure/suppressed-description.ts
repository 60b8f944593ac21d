import type { GroupAnswers } from '#contract/shapes/shapes-of-descriptions.ts'
import { hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { partsOfCohort } from '#server/disclosure/cohort-parts.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { plus, readSuppressedDistribution } from '#server/disclosure/suppressed-distribution.ts'
import { listedValues } from '#server/engine/counts/describe-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'

/** The number of unreadable members of a cohort, whose answers are not read; null if suppressed. */
export async function notCountedOf(
  context: GuardContext,
  cohortId: number,
): Promise<Pick<GroupAnswers, 'not_counted' | 'left_out'>> {
  const parts = await partsOfCohort(context, cohortId)
  const sizes = [...parts.values()].map((part) => part && part.count)
  return {
    not_counted: sizes.reduce(plus, 0),
    left_out: [...parts].flatMap(([collection, part]) => (part ? [] : [collection])),
  }
}

/** Counts of a variable in a cohort with disclosure control: those of its distribution. */
export async function describeSuppressed(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<GroupAnswers> {
  const [spread] = await readSuppressedDistribution(context, {
    reader: context.user,
    variable,
    cohortIds: [cohortId],
    bins: 1,
  })
  const counts = new Map((spread?.categories ?? []).map(([value, count]) => [value, count]))
  const isPresent = (value: string | null) => value !== null && value !== UNKNOWN_VALUE
  const categories = isCoded(variable.dataType)
    ? [...new Set([...listedValues(variable.possibleValues), ...[...counts.keys()].filter(isPresent)])].map(
        (value): [string, number | null] => [value ?? '', counts.has(value) ? (counts.get(value) ?? null) : 0],
      )
    : null
  const answers = [...counts].filter(([value]) => value !== UNKNOWN_VALUE).map(([, count]) => count)
  const undetermined = counts.has(UNKNOWN_VALUE) ? (counts.get(UNKNOWN_VALUE) ?? null) : 0
  const leftOut = spread?.left_out ?? []
  return {
    // An individual with several codes is in several categories.
    answered: hasSeveralCodes(variable.dataType) ? null : answers.reduce(plus, 0),
    unknown: plus(spread?.missing ?? null, undetermined),
    no_record: spread?.no_record ?? null,
    not_counted: leftOut.length === 0 ? 0 : null,
    left_out: leftOut,
    categories,
    mean: null,
    sd: null,
    quantiles: null,
  }
}
