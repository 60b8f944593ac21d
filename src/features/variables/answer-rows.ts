import type { Variable } from '#contract/entities.ts'
import { isCoded } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'

/** One answer and how often it was given in each of several cohorts; null where a cohort's list does not say. */
export interface AnswerRow {
  readonly value: string | null
  readonly counts: readonly (number | null)[]
}

/**
 * The answers of one variable counted in several cohorts, aligned: in the order of the possible values where these
 * are listed, else of the first cohort's counts. A value that a cohort's top answers lack was given by nobody there,
 * as long as the list is whole.
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
