import type { Variable } from '#contract/shapes/entities.ts'
import { conditionWords, type Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { isFlag } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { valueWords } from '#entities/variables/value-words.ts'

const SIGNS: Partial<Record<Operator, string>> = { EQ: '=', NEQ: '≠', GT: '>', LT: '<', GTE: '≥', LTE: '≤' }

/** A condition in one line, with signs and the labels of its values: "SEX = 1 · Male". */
export function conditionSentence(
  variableName: string,
  { operator, values }: Condition,
  variable: Pick<Variable, 'valueMapping' | 'dataType'> | undefined,
): string {
  const meaning = (value: string) =>
    value === UNKNOWN_VALUE || variable === undefined || isFlag(variable.dataType) ? value : valueWords(variable, value)
  const sign = SIGNS[operator]
  const [value = ''] = values
  return sign === undefined
    ? conditionWords(variableName, operator, values, meaning)
    : `${variableName} ${sign} ${meaning(value)}`
}
