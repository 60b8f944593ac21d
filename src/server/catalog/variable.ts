import type { ValueDefinition } from '#contract/shapes.ts'
import type { Criteria } from '#domain/criteria.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import type { CatalogVariable } from '#server/catalog/catalog.ts'

/** Anything that a condition, a variable set or a download may name. */
export type AnyVariable = CatalogVariable | CustomVariable

/** A variable that is worked out from others: an expression, not a stored answer. */
export interface CustomVariable extends CustomVariableRule {
  readonly constructId: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  /** The values as they were sent. */
  readonly definitions: readonly ValueDefinition[]
}

/** How it is worked out; a draft has no more than that. */
export interface CustomVariableRule {
  readonly variableType: CustomVariableKind
  readonly dataType: 'categorical'
  readonly possibleValues: readonly string[]
  readonly sources: readonly AnyVariable[]
  /** Tried in this order. */
  readonly values: readonly CustomValue[]
  /** Null where [UNK] stands for what no definition takes. */
  readonly defaultValue: string | null
}

export interface CustomValue {
  readonly name: string
  readonly criteria: Criteria<AnyVariable>
}

/** Made by a user of others, and no column of a form. */
export function isCustom(variable: AnyVariable): variable is CustomVariable {
  return variable.variableType !== 'variable'
}

/** The table of which an answer is read; of a custom variable that of its first source. */
export function formOf(variable: AnyVariable): string {
  if (!isCustom(variable)) return variable.tableName
  const [first] = variable.sources
  return first ? formOf(first) : ''
}
