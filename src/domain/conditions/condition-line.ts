import { conditionWords, type Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'

export const OPERATOR_MARKS: Partial<Record<Operator, string>> = {
  EQ: '=',
  NEQ: '≠',
  GT: '>',
  LT: '<',
  GTE: '≥',
  LTE: '≤',
}

/** The operators on the presence of an answer, by the questions that they answer. */
export const PRESENCE_WORDS = { VALID: 'was answered', EXISTS: 'was asked' } as const

/** A condition in one line, with signs: "SEX = Male", "AGE is between 18 and 65". */
export function conditionLine(
  variableName: string,
  { operator, values }: Condition,
  meaning: (value: string) => string,
): string {
  const sign = OPERATOR_MARKS[operator]
  const [value = ''] = values
  if (operator === 'EXISTS') return `${variableName} ${PRESENCE_WORDS.EXISTS}`
  return sign === undefined
    ? conditionWords(variableName, operator, values, meaning)
    : `${variableName} ${sign} ${meaning(value)}`
}
