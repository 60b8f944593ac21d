import type { Constraint, Definition } from '#contract/shapes/entities.ts'
import { type Condition, conditionWords } from '#domain/conditions/constraint.ts'
import { isOperator, valueCount } from '#domain/conditions/operators.ts'

/** A condition as fields of a constraint: one value as `constraintValue`, several as `constraintValues`. */
export interface ConstraintFields {
  readonly constraintType?: string | null | undefined
  readonly constraintValue?: string | null | undefined
  readonly constraintValues?: string[] | null | undefined
}

export function fieldsOfCondition({ operator, values }: Condition): ConstraintFields {
  const count = valueCount(operator)
  if (count === 'none') return { constraintType: operator }
  if (count === 'one') return { constraintType: operator, constraintValue: values[0] ?? '' }
  return { constraintType: operator, constraintValues: [...values] }
}

/** The condition of a request, or null if its operator is unknown or missing. */
export function conditionOfFields(fields: ConstraintFields): Condition | null {
  const operator = fields.constraintType ?? ''
  if (!isOperator(operator)) return null
  if (valueCount(operator) === 'none') return { operator, values: [] }
  const single = fields.constraintValue
  return { operator, values: fields.constraintValues ?? (single === null || single === undefined ? [] : [single]) }
}

/** A value's definition in words; nested groups are in brackets. */
export function definitionWords(definition: Definition): string {
  const joiner = definition.relationship === 'AND' ? ' and ' : ' or '
  return definition.constraints
    .map((part) => ('relationship' in part ? `(${definitionWords(part)})` : constraintWords(part)))
    .join(joiner)
}

function constraintWords(constraint: Constraint): string {
  const condition = conditionOfFields(constraint)
  return conditionWords(constraint.variableName, constraint.constraintType, condition?.values ?? [])
}
