import type { Condition } from '#domain/constraint.ts'

/** What a rule about a variable needs to know of it. */
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

/** Conditions joined by AND or OR; each may be joined conditions again, once (design: two levels). */
export interface Criteria<Variable> {
  readonly relationship: 'AND' | 'OR'
  readonly parts: readonly (Criterion<Variable> | Criteria<Variable>)[]
}

/** A group, and no single condition. */
export function isCriteria<Variable>(part: Criterion<Variable> | Criteria<Variable>): part is Criteria<Variable> {
  return 'relationship' in part
}

/** All single conditions, in their order. */
export function criterionList<Variable>({ parts }: Criteria<Variable>): Criterion<Variable>[] {
  return parts.flatMap((part) => (isCriteria(part) ? criterionList(part) : [part]))
}

/** Without conditions it is never true, whatever its relationship. */
export function criteriaTruth<Variable>(
  { relationship, parts }: Criteria<Variable>,
  truthOf: (criterion: Criterion<Variable>) => Truth,
): Truth {
  if (parts.length === 0) return false
  const truths = parts.map((part) => (isCriteria(part) ? criteriaTruth(part, truthOf) : truthOf(part)))
  return relationship === 'AND' ? and(truths) : or(truths)
}

/** Kleene's logic: null is "unknown". True or unknown is true; false and unknown is false. */
export type Truth = boolean | null

/** False if any is false, else unknown if any is unknown. */
export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

/** True if any is true, else unknown if any is unknown. */
export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes(null) ? null : false
}

/** The negation of unknown is unknown. */
export function not(truth: Truth): Truth {
  return truth === null ? null : !truth
}
