import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { RelativesCount } from '#domain/cohorts/rules.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import type { Span } from '#domain/expressions/tokens.ts'
import type { ConditionNode, ExpressionNode, Written } from '#domain/expressions/tree.ts'
import type { Formula } from '#domain/scores/formula.ts'
import type { DownloadForm } from '#domain/study/study.ts'

/** A study file as it is written: names and values are not yet looked up. */

export type CohortReference = Written | number

interface NodeBase extends Span {
  readonly name: Written
  readonly description: string
}

export type CohortTermNode =
  | { readonly kind: 'rules'; readonly node: ExpressionNode; readonly parent: CohortReference }
  | {
      readonly kind: 'compound'
      readonly operation: SetOperation
      readonly first: CohortReference
      readonly second: CohortReference
    }
  | { readonly kind: 'pedigree'; readonly criterion: CriterionNode | null; readonly parent: CohortReference }

export interface CriterionNode {
  readonly condition: ConditionNode
  readonly comparison: RelativesCount['comparison']
  readonly count: number
  readonly minimumSize: number
}

export interface CohortNode extends NodeBase {
  readonly kind: 'cohort'
  readonly term: CohortTermNode
}

export interface ValueNode extends NodeBase {
  /** Null for a value that is only the default. */
  readonly rules: ExpressionNode | null
}

export interface VariableNode extends NodeBase {
  readonly kind: 'variable'
  readonly type: CustomVariableKind
  readonly sources: readonly Written[]
  readonly values: readonly ValueNode[]
  readonly defaultValue: Written | null
}

export interface ScoreNode extends NodeBase {
  readonly kind: 'score'
  readonly formula: Formula
  /** The variables of the formula; all have its place. */
  readonly variables: readonly Written[]
}

export type SetMemberNode =
  | { readonly kind: 'variable'; readonly variable: Written }
  | { readonly kind: 'form'; readonly form: Written }

export interface SetNode extends NodeBase {
  readonly kind: 'set'
  readonly members: readonly SetMemberNode[]
}

export interface DownloadNode extends Span {
  readonly kind: 'download'
  readonly cohort: Written
  readonly set: Written
  readonly form: DownloadForm
}

export type SavedNode = CohortNode | VariableNode | ScoreNode | SetNode
export type DeclarationNode = SavedNode | DownloadNode

/** The data release that a file names: cohorts are counted on it too. */
export interface ReleaseNode extends Span {
  readonly kind: 'release'
  readonly name: Written
}
