import type { Variable } from '#contract/shapes/entities.ts'
import { isCoded } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'

/** One answer with its counts in several cohorts; null if a cohort's list lacks it. */
export interface AnswerRow {
  readonly value: string | null
  readonly counts: readonly (number | null)[]
}

/**
 * One variable's answers in several cohorts, aligned: in the order of the possible values if these are listed,
 * otherwise by the first cohort's counts. A value absent from a complete list has the count 0.
 */
export function answerRows(variable: Variable, counted: readonly Variable[]): readonly AnswerRow[] {
  const seen = counted.flatMap(({ topAnswers: answers }) => answers.map(([value]) => value))
  const coded = isCoded(variable.dataType) ? variable.possibleValues : []
  const isListed = coded.length > 0 && coded.length <= 2 * TOP_ANSWERS_SHOWN
  const values = [...new Set<string | null>([...(isListed ? coded : []), ...seen])]
  return values.map((value) => ({
    value,
    counts: counted.map(({ topAnswers: answers }) => {
      const found = answers.find(([answer]) => answer === value)
      if (found) return found[1]
      return answers.length < TOP_ANSWERS_SHOWN ? 0 : null
    }),
  }))
}
