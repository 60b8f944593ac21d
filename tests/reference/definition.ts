// Reference evaluator: definitions as data, with variables by name and cohorts by id.
import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { RuleGroup } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { FamilyRule } from '#tests/reference/families.ts'

export interface SubsetDefinition {
  readonly kind: 'subset'
  readonly parentId: number
  readonly variable: string
  readonly condition: Condition
}

/** Conditions whose outcomes are compared individual by individual. */
export interface ConditionsDefinition {
  readonly kind: 'conditions'
  readonly tested: readonly { readonly variable: string; readonly condition: Condition }[]
}

export interface CompoundDefinition {
  readonly kind: 'compound'
  readonly parentId: number
  readonly secondId: number
  readonly operation: SetOperation
}

export interface PedigreeDefinition {
  readonly kind: 'pedigree'
  readonly parentId: number
  /** Null keeps all families of the parent. */
  readonly criterion: (FamilyRule & { readonly variable: string; readonly condition: Condition }) | null
}

export interface RulesDefinition {
  readonly kind: 'rules'
  readonly parentId: number
  readonly rules: RuleGroup<string>
  /** A saved cohort to compare with. */
  readonly savedId: number
}

/** The values of a custom variable of any type, a score among them. */
export interface CustomDefinition {
  readonly kind: 'custom'
  readonly cohortId: number
  readonly variable: string
}

export interface OverlapDefinition {
  readonly kind: 'overlap'
  readonly cohortIds: readonly number[]
}

export interface DownloadDefinition {
  readonly kind: 'download'
  readonly cohortId: number
  readonly variables: readonly string[]
}

export type Definition =
  | SubsetDefinition
  | ConditionsDefinition
  | CompoundDefinition
  | PedigreeDefinition
  | RulesDefinition
  | CustomDefinition
  | OverlapDefinition
  | DownloadDefinition
