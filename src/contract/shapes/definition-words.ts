import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { Constraint, Definition } from '#contract/shapes/entities.ts'
import { conditionWords } from '#domain/conditions/constraint.ts'

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
