import type { ValueDefinition } from '#contract/shapes.ts'
import type { Criteria } from '#domain/criteria.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'

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

/** The tables that an answer is read of; of a custom variable those of all its sources. */
export function tablesOf(variable: AnyVariable): readonly string[] {
  const tables = new Set<string>()
  // Each variable once: sources of sources may be the same ones over and over.
  const seen = new Set([variable])
  for (const one of seen) {
    if (isCustom(one)) for (const source of one.sources) seen.add(source)
    else tables.add(one.tableName)
  }
  return [...tables]
}
