import type { Reader } from '#domain/access.ts'
import { asksForPresence, comparesText, type Condition } from '#domain/constraint.ts'
import { criterionList } from '#domain/criteria.ts'
import { isCustom, type AnyVariable, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'

/** Whether a condition compares a text, or a custom variable whose definitions do at any level. */
export function conditionComparesText(variable: AnyVariable, condition: Condition): boolean {
  return isCustom(variable)
    ? !asksForPresence(condition) && ruleComparesText(variable)
    : comparesText(variable.dataType, condition)
}

/** Rules never change once they are read. */
const cache = new WeakMap<CustomVariableRule, boolean>()

/** Whether the value of a custom variable depends on the comparison of a text, at any level. */
export function ruleComparesText(rule: CustomVariableRule): boolean {
  const known = cache.get(rule)
  if (known !== undefined) return known
  const result = walk(rule)
  cache.set(rule, result)
  return result
}

function walk(rule: CustomVariableRule): boolean {
  // A set that grows while it is walked: each rule once, however many are built on it.
  const rules = new Set([rule])
  for (const { values } of rules) {
    for (const { variable, condition } of values.flatMap(({ criteria }) => criterionList(criteria))) {
      if (isCustom(variable)) rules.add(variable)
      else if (comparesText(variable.dataType, condition)) return true
    }
  }
  return false
}

/** A cache key of the answers to a custom variable: readers share it unless the answers depend on what they may read. */
export function answersKey(variable: CustomVariable, { isAdmin, collections }: Reader): string {
  const isShared = isAdmin || !ruleComparesText(variable)
  return JSON.stringify([variable.constructId, ...(isShared ? [] : [collections.toSorted()])])
}
