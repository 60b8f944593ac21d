import { createHash } from 'node:crypto'
import type { ValueDefinition } from '#contract/shapes/shapes.ts'
import type { Reader } from '#domain/access.ts'
import { asksForPresence, comparesText, type Condition } from '#domain/conditions/constraint.ts'
import { type Criteria, criterionList } from '#domain/conditions/criteria.ts'
import { SCORE, type ConstructType } from '#domain/custom-variables/construct-types.ts'
import { mapFormula, type Formula } from '#domain/scores/formula.ts'
import type { Catalog, CatalogVariable } from '#server/model/catalog.ts'
import { countsReadableOnly } from '#server/model/user.ts'

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
  readonly variableType: ConstructType
  readonly dataType: 'categorical' | 'numberrange'
  readonly possibleValues: readonly string[]
  readonly sources: readonly AnyVariable[]
  readonly values: readonly CustomValue[]
  /** Null gives [UNK] where no definition matches. */
  readonly defaultValue: string | null
  /** The formula of a score, which has no values; null for other types. */
  readonly formula: Formula<AnyVariable> | null
}

export interface CustomValue {
  readonly name: string
  readonly criteria: Criteria<AnyVariable>
}

export function isCustom(variable: AnyVariable): variable is CustomVariable {
  return variable.variableType !== 'variable'
}

/** Whether it is a custom variable with values, which have places in its list. */
export function hasPlaces(variable: AnyVariable): variable is CustomVariable {
  return isCustom(variable) && variable.variableType !== SCORE
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

/** Whether a condition compares text, directly or through a custom variable at any level; scores are treated as texts. */
export function conditionComparesText(variable: AnyVariable, condition: Condition): boolean {
  if (!isCustom(variable)) return comparesText(variable.dataType, condition)
  // Whether a score is known depends on the answers as well.
  const isDecided = hasPlaces(variable) ? asksForPresence(condition) : condition.operator === 'EXISTS'
  return !isDecided && ruleComparesText(variable)
}

/** Keyed by identity: rules are immutable. */
const cache = new WeakMap<CustomVariableRule, boolean>()

/**
 * Whether a custom variable depends on a text comparison or is a score, at any level. Answers that the reader may not
 * read are neither compared as texts nor computed with: differences of scores would disclose them.
 */
export function ruleComparesText(rule: CustomVariableRule): boolean {
  const known = cache.get(rule)
  if (known !== undefined) return known
  const result = isMadeOfScore(rule) || walk(rule)
  cache.set(rule, result)
  return result
}

function isMadeOfScore(rule: CustomVariableRule): boolean {
  const rules = new Set([rule])
  for (const { variableType, sources } of rules) {
    if (variableType === SCORE) return true
    for (const source of sources) if (isCustom(source)) rules.add(source)
  }
  return false
}

function walk(rule: CustomVariableRule): boolean {
  // A set that grows during iteration visits each rule once.
  const rules = new Set([rule])
  for (const { values } of rules) {
    for (const { variable, condition } of values.flatMap(({ criteria }) => criterionList(criteria))) {
      if (isCustom(variable)) rules.add(variable)
      else if (comparesText(variable.dataType, condition)) return true
    }
  }
  return false
}

/** Cache key of a custom variable's values. Readers share it unless the values depend on their access. */
export function answersKey(variable: CustomVariable, reader: Reader): string {
  const isWithin = countsReadableOnly(reader)
  const isShared = reader.isAdmin || !(ruleComparesText(variable) || isWithin)
  return JSON.stringify([variable.constructId, ...(isShared ? [] : [reader.collections.toSorted(), isWithin])])
}

/** Keyed by identity: rules are immutable. */
const contents = new WeakMap<CustomVariableRule, string>()

/** A hash of everything that the values of a rule depend on besides answers: equal rules have equal hashes. */
export function contentOf(rule: CustomVariableRule): string {
  const known = contents.get(rule)
  if (known !== undefined) return known
  const nameOf = (variable: AnyVariable) =>
    isCustom(variable)
      ? contentOf(variable)
      : JSON.stringify([variable.tableName, variable.columnName, variable.dataType, variable.possibleValues])
  const { variableType, possibleValues, sources, values, defaultValue, formula } = rule
  const score = formula && mapFormula(formula, nameOf)
  const text = JSON.stringify(
    [variableType, possibleValues, sources.map(nameOf), values, defaultValue, score],
    (key, value) => (key === 'variable' && typeof value === 'object' ? nameOf(value) : value),
  )
  const content = createHash('sha256').update(text).digest('base64url')
  contents.set(rule, content)
  return content
}

export interface UserVariables {
  readonly custom: readonly CustomVariable[]
  /** Finds a variable by its name, ignoring case. */
  readonly find: (name: string) => AnyVariable | undefined
  readonly catalog: Catalog
}
