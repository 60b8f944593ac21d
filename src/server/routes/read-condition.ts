import { conditionProblem, type Condition } from '#domain/constraint.ts'
import { isOperator, valueCount } from '#domain/operators.ts'
import { meaningless } from '#server/http/refusal.ts'
import { patternProblem } from '#server/queries/patterns.ts'
import type { Connection } from '#server/storage/database.ts'

/** An operator and its values as a condition that means something for the data type; refuses any other. */
export async function readCondition(
  connection: Connection,
  dataType: string,
  { operator, values }: { readonly operator: string; readonly values: readonly string[] },
): Promise<Condition> {
  if (!isOperator(operator)) throw meaningless(`There is no operator "${operator}".`, 'constraint_type')
  const condition = { operator, values: valueCount(operator) === 'none' ? [] : values }
  const problem = conditionProblem(dataType, condition)
  if (problem !== null) throw meaningless(problem, 'constraint_values')
  if (operator === 'REGEX' || operator === 'NREGEX') {
    const breaks = await patternProblem(connection, values[0] ?? '')
    if (breaks !== null) throw meaningless(breaks, 'constraint_values')
  }
  return condition
}
