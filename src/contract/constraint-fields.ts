import { isOperator, valueCount } from '#domain/operators.ts'
import type { Condition } from '#domain/constraint.ts'

/** How a condition travels: one value as `constraint_value`, several as `constraint_values` (design/api.md, Constraint). */
export interface ConstraintFields {
  readonly constraint_type?: string | null | undefined
  readonly constraint_value?: string | null | undefined
  readonly constraint_values?: string[] | null | undefined
}

export function fieldsOfCondition({ operator, values }: Condition): ConstraintFields {
  const count = valueCount(operator)
  if (count === 'none') return { constraint_type: operator }
  if (count === 'one') return { constraint_type: operator, constraint_value: values[0] ?? '' }
  return { constraint_type: operator, constraint_values: [...values] }
}

/** The condition that a caller sent, or null where its operator is unknown or missing. */
export function conditionOfFields(fields: ConstraintFields): Condition | null {
  const operator = fields.constraint_type ?? ''
  if (!isOperator(operator)) return null
  if (valueCount(operator) === 'none') return { operator, values: [] }
  const single = fields.constraint_value
  return { operator, values: fields.constraint_values ?? (single === null || single === undefined ? [] : [single]) }
}
