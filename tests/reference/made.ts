// Reference evaluator: custom variables as data, described by the names of their variables.
import type { Criteria } from '#domain/conditions/criteria.ts'
import type { Formula } from '#domain/scores/formula.ts'

/** A custom variable with values. */
export interface MadeVariable {
  readonly name: string
  /** A table of two variables, or any other; the values mean the same. */
  readonly kind?: 'downcode' | 'merge' | 'multiple'
  readonly sources: readonly string[]
  readonly values: readonly { readonly name: string; readonly criteria: Criteria<string> }[]
  readonly defaultValue: string | null
}

/** A score. */
export interface MadeScore {
  readonly name: string
  readonly formula: Formula
}

export type Made = MadeScore | MadeVariable
