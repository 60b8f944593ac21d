import { isOperator, OPERATOR_LABELS, valueCount, type Operator } from '#domain/conditions/operators.ts'
import { acceptedOperators, descriptorOf, isTextual } from '#domain/data-types.ts'
import { ANY_TEXT_MAX, CONSTRAINT_VALUES_MAX, UNKNOWN_VALUE } from '#domain/limits.ts'
import { required, tooLong } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'

/** One condition on one variable; all values travel as text. */
export interface Condition {
  readonly operator: Operator
  readonly values: readonly string[]
}

/** The reason why a condition is invalid for a data type, or null. The database checks patterns. */
export function conditionProblem(dataType: string, condition: Condition): string | null {
  const { operator, values } = condition
  if (!acceptedOperators(dataType).includes(operator)) {
    return `A ${dataType} variable cannot be compared with "${OPERATOR_LABELS[operator]}".`
  }
  const wanted = valueCount(operator)
  if (wanted === 'none') return null
  if (wanted === 'one' && values.length !== 1) return 'Exactly one value is needed.'
  if (wanted === 'two' && values.length !== 2) return 'Exactly two values are needed.'
  if (values.length === 0) return 'At least one value is needed.'
  if (values.length > CONSTRAINT_VALUES_MAX) {
    return `At most ${formatCount(CONSTRAINT_VALUES_MAX)} values can be given.`
  }
  for (const value of values) {
    const problem = valueProblem(dataType, operator, value)
    if (problem) return problem
  }
  const [low = '', high = ''] = values
  return operator === 'BETWEEN' && descriptorOf(dataType)?.isAscending?.(low, high) === false
    ? 'The first value must not be greater than the second.'
    : null
}

/** The error of one value of a condition, shown beside its field. */
export function valueProblem(dataType: string, operator: Operator, value: string): string | null {
  if (value.trim() === '') return required('Value')
  if (operator === 'EQ' && value === UNKNOWN_VALUE) return null
  const problem = descriptorOf(dataType)?.valueProblem?.(value, operator) ?? null
  if (problem !== null) return problem
  return value.length > ANY_TEXT_MAX ? tooLong(ANY_TEXT_MAX) : null
}

/** Whether a condition is that the answer is missing; individuals without a record match. */
export function matchesMissing({ operator, values }: Condition): boolean {
  return operator === 'EQ' && values[0] === UNKNOWN_VALUE
}

/** Whether a condition depends only on the presence of an answer, so that its outcome is never unknown. */
export function asksForPresence({ operator, values }: Condition): boolean {
  return operator === 'VALID' || operator === 'EXISTS' || matchesMissing({ operator, values })
}

/** Whether a condition compares a text. */
export function comparesText(dataType: string, condition: Condition): boolean {
  return isTextual(dataType) && !asksForPresence(condition)
}

/** An operator and its values in words: `AGE is between 18 and 65`. Unknown operators are shown unchanged. */
export function conditionWords(
  variableName: string,
  operator: string,
  values: readonly string[],
  meaning: (value: string) => string = (value) => value,
): string {
  if (!isOperator(operator)) return [variableName, operator, values.join(', ')].filter(Boolean).join(' ')
  const shown = values.map(meaning)
  const tail = operator === 'BETWEEN' ? shown.join(' and ') : shown.join(', ')
  return [variableName, OPERATOR_LABELS[operator], tail].filter(Boolean).join(' ')
}
