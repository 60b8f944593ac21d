import { isFlag } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** Individuals without a record of the form: they never received it. */
export const NO_RECORD = 'No record'

/** Individuals with a record of the form but no answer. Skip rules may have left the question out. */
export const NO_ANSWER = 'No answer recorded'

/** The value of a custom variable if deciding answers are missing. */
export const UNKNOWN_VALUE_WORDS = `${UNKNOWN_VALUE} · undetermined`

/** The label of individuals with a record and no answer: a flag is not ticked. */
export function noAnswerWords(dataType: string): string {
  return isFlag(dataType) ? 'Not ticked' : NO_ANSWER
}
