import { conditionProblem, type Condition } from '#domain/constraint.ts'
import { isOperator, valueCount, type Operator } from '#domain/operators.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import { patternProblem } from '#server/engine/conditions/patterns.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** An operator and its values as a condition that means something for the data type; refuses any other. */
export async function readCondition(
  connection: Connection,
  dataType: string,
  { operator, values }: { readonly operator: string; readonly values: readonly string[] },
): Promise<Condition> {
  if (!isOperator(operator)) throw meaningless(`There is no operator "${operator}".`, 'constraint_type')
  const condition = { operator, values: valuesFor(operator, values) }
  const problem = conditionProblem(dataType, condition)
  if (problem !== null) throw meaningless(problem, 'constraint_values')
  if (operator === 'REGEX' || operator === 'NREGEX') {
    const breaks = await patternProblem(connection, values[0] ?? '')
    if (breaks !== null) throw meaningless(breaks, 'constraint_values')
  }
  return condition
}

/** "Is any of" takes each value once; of two that mean different things, such as the ends of a range, both stay. */
function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  if (valueCount(operator) === 'none') return []
  return valueCount(operator) === 'any' ? [...new Set(values)] : values
}
