import type { Condition } from '#domain/conditions/constraint.ts'

/** Fields of a variable that rules depend on. */
export interface DescribedVariable {
  readonly name: string
  readonly dataType: string
  readonly possibleValues: readonly string[]
}

/** One condition on one variable of a value's definition. */
export interface Criterion<Variable> {
  readonly variable: Variable
  readonly condition: Condition
}

/** Conditions joined by AND or OR; groups nest to two levels (design). */
export interface Criteria<Variable> {
  readonly relationship: 'AND' | 'OR'
  readonly parts: readonly (Criterion<Variable> | Criteria<Variable>)[]
}

/** Distinguishes a group from a single condition. */
export function isCriteria<Variable>(part: Criterion<Variable> | Criteria<Variable>): part is Criteria<Variable> {
  return 'relationship' in part
}

/** Single conditions in order, flattened. */
export function criterionList<Variable>({ parts }: Criteria<Variable>): Criterion<Variable>[] {
  return parts.flatMap((part) => (isCriteria(part) ? criterionList(part) : [part]))
}

/** Evaluates criteria. An empty group is false. */
export function evaluateCriteria<Variable>(
  { relationship, parts }: Criteria<Variable>,
  evaluate: (criterion: Criterion<Variable>) => Ternary,
): Ternary {
  if (parts.length === 0) return false
  const operands = parts.map((part) => (isCriteria(part) ? evaluateCriteria(part, evaluate) : evaluate(part)))
  return relationship === 'AND' ? and(operands) : or(operands)
}

/** Three-valued (Kleene) logic: null is unknown. True OR unknown is true; false AND unknown is false. */
export type Ternary = boolean | null

/** False if any is false, else unknown if any is unknown. */
export function and(operands: readonly Ternary[]): Ternary {
  if (operands.includes(false)) return false
  return operands.includes(null) ? null : true
}

/** True if any is true, else unknown if any is unknown. */
export function or(operands: readonly Ternary[]): Ternary {
  if (operands.includes(true)) return true
  return operands.includes(null) ? null : false
}

export function not(operand: Ternary): Ternary {
  return operand === null ? null : !operand
}
