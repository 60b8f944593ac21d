import { isFlag } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** Of individuals without a record of the form: they were never given it. */
export const NO_RECORD = 'No record'

/**
 * Of individuals who have a record of the form and no answer in it. Whether they were asked is not known, as forms have
 * rules for what is skipped.
 */
export const NO_ANSWER = 'No answer recorded'

/** The value of a custom variable where the answers that would decide are missing. */
export const UNKNOWN_VALUE_WORDS = `${UNKNOWN_VALUE} · cannot be told`

/** What individuals with a record and without an answer are called: a flag is not ticked. */
export function noAnswerWords(dataType: string): string {
  return isFlag(dataType) ? 'Not ticked' : NO_ANSWER
}
