import { isCoded } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN, UNKNOWN_VALUE } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard-context.ts'
import { plus } from '#server/disclosure/suppressed-distribution.ts'
import { answersOfUnreadable } from '#server/disclosure/unreadable-answers.ts'
import { countTopAnswers } from '#server/engine/counts/top-answers.ts'
import type { AnswerCounts } from '#server/model/catalog.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'

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
  const own = await countTopAnswers(connection, readable, variable, ALL_VALUES)
  const others = await answersOfUnreadable(context, cohortId, variable)
  const observations = own.observations + (others.answered ?? 0)
  if (!others.isCounted) return { observations, topAnswers: own.topAnswers.slice(0, TOP_ANSWERS_SHOWN) }
  if (!isCoded(variable.dataType)) {
    const unnamed: AnswerCounts['topAnswers'] = [[null, others.answered]]
    return { observations, topAnswers: commonest([...own.topAnswers, ...unnamed]) }
  }
  const counts = new Map(own.topAnswers)
  const listed = isCustom(variable) ? [...variable.possibleValues, UNKNOWN_VALUE] : variable.possibleValues
  const named = [...counts.keys()].filter((value) => value !== null)
  const values = [...new Set([...listed, ...named])]
  return {
    observations,
    topAnswers: commonest(values.map((value) => [value, plus(counts.get(value) ?? 0, others.ofValue(value))])),
  }
}

/** Suppressed counts come last, in the order of the codebook. */
function commonest(counts: AnswerCounts['topAnswers']): AnswerCounts['topAnswers'] {
  return counts.toSorted(([, one], [, other]) => (other ?? -1) - (one ?? -1)).slice(0, TOP_ANSWERS_SHOWN)
}
