import type { Relatives, RelativesCount, RuleMatch, RuleOptions, StratumField } from '#domain/cohorts/rules.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import type { Span } from '#domain/expressions/tokens.ts'

/** An expression as it is written: names and values are not yet looked up. */

/** A name or a value as it is written. */
export interface Written extends Span {
  readonly text: string
  /** After the word "code": the value itself, and no meaning of a value. */
  readonly isCode?: boolean
}

interface NodeBase extends Span {
  readonly options: RuleOptions
}

export interface ConditionNode extends NodeBase {
  readonly kind: 'condition'
  readonly variable: Written
  readonly operator: Operator
  readonly values: readonly Written[]
}

export interface MembershipNode extends NodeBase {
  readonly kind: 'cohort'
  /** A name, or the id after the word "cohort". */
  readonly cohort: Written | number
}

export interface StratumNode extends NodeBase {
  readonly kind: 'stratum'
  readonly field: StratumField
  readonly values: readonly Written[]
}

export interface GroupNode extends NodeBase {
  readonly kind: 'group'
  readonly match: RuleMatch
  readonly count: number
  readonly relatives: RelativesCount | null
  readonly areVersions: boolean
  readonly rules: readonly ExpressionNode[]
  /** Written as a list, `all of (…)`, and not with "and" or "or". */
  readonly isList?: boolean
}

/** One condition on all versions of a question. */
export interface VersionsNode extends NodeBase {
  readonly kind: 'versions'
  readonly match: RuleMatch
  readonly count: number
  readonly condition: ConditionNode
}

export type ExpressionNode = ConditionNode | MembershipNode | StratumNode | GroupNode | VersionsNode

/** Names of relatives by their words, longest first; without the "s" of a plural. */
export const RELATIVE_NOUNS: readonly (readonly [words: readonly string[], scope: Relatives])[] = [
  [['relative', 'of', 'first', 'degree'], 'firstDegree'],
  [['other', 'family', 'member'], 'relatives'],
  [['family', 'member'], 'family'],
  [['full', 'sibling'], 'siblings'],
  [['first-degree', 'relative'], 'firstDegree'],
  [['sibling'], 'siblings'],
  [['parent'], 'parents'],
  [['mother'], 'mother'],
  [['father'], 'father'],
  [['child'], 'children'],
  [['children'], 'children'],
  [['relative'], 'relatives'],
]
