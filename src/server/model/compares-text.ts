import type { Reader } from '#domain/access.ts'
import { asksForPresence, comparesText, type Condition } from '#domain/constraint.ts'
import { criterionList } from '#domain/criteria.ts'
import { isCustom, type AnyVariable, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'

/** Whether a condition compares text, directly or through a custom variable at any level. */
export function conditionComparesText(variable: AnyVariable, condition: Condition): boolean {
  return isCustom(variable)
    ? !asksForPresence(condition) && ruleComparesText(variable)
    : comparesText(variable.dataType, condition)
}

/** Keyed by identity: rules are immutable. */
const cache = new WeakMap<CustomVariableRule, boolean>()

/** Whether a custom variable depends on a text comparison, at any level. */
export function ruleComparesText(rule: CustomVariableRule): boolean {
  const known = cache.get(rule)
  if (known !== undefined) return known
  const result = walk(rule)
  cache.set(rule, result)
  return result
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
export function answersKey(variable: CustomVariable, { isAdmin, collections }: Reader): string {
  const isShared = isAdmin || !ruleComparesText(variable)
  return JSON.stringify([variable.constructId, ...(isShared ? [] : [collections.toSorted()])])
}
