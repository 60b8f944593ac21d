import type { ValueDefinition } from '#contract/shapes.ts'
import type { Criteria } from '#domain/criteria.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'

export type AnyVariable = CatalogVariable | CustomVariable

/** A variable computed from others: an expression without stored answers. */
export interface CustomVariable extends CustomVariableRule {
  readonly constructId: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly definitions: readonly ValueDefinition[]
}

/** The expression of a custom variable. A draft has only this. */
export interface CustomVariableRule {
  readonly variableType: CustomVariableKind
  readonly dataType: 'categorical'
  readonly possibleValues: readonly string[]
  readonly sources: readonly AnyVariable[]
  readonly values: readonly CustomValue[]
  /** Null gives [UNK] where no definition matches. */
  readonly defaultValue: string | null
}

export interface CustomValue {
  readonly name: string
  readonly criteria: Criteria<AnyVariable>
}

export function isCustom(variable: AnyVariable): variable is CustomVariable {
  return variable.variableType !== 'variable'
}

/** The tables of its answers; for a custom variable those of all its sources. */
export function tablesOf(variable: AnyVariable): readonly string[] {
  const tables = new Set<string>()
  // Visit each variable once: sources may repeat at every level.
  const seen = new Set([variable])
  for (const one of seen) {
    if (isCustom(one)) for (const source of one.sources) seen.add(source)
    else tables.add(one.tableName)
  }
  return [...tables]
}
