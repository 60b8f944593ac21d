import type { Variable } from '#contract/shapes/entities.ts'
import { conditionProblem } from '#domain/constraint.ts'
import { draftRules, isBlank, type DraftGroup, type DraftRule } from '#features/cohorts/rules/rule-draft.ts'

export type FindVariable = (name: string) => Variable | undefined

/** Why a rule takes no part in the counts, or null; blank rules and groups have no problem. */
export function ruleProblem(rule: DraftRule, find: FindVariable): string | null {
  if (rule.kind !== 'condition' || rule.variableName === null) return null
  const variable = find(rule.variableName)
  if (variable === undefined) return `There is no variable named “${rule.variableName}”.`
  if (rule.condition === null || rule.condition.values.some((value) => value === '')) {
    return `Complete the rule on ${rule.variableName}.`
  }
  return conditionProblem(variable.dataType, rule.condition)
}

/** Whether a rule is sent. */
export function isRuleComplete(rule: DraftRule, find: FindVariable): boolean {
  return !isBlank(rule) && ruleProblem(rule, find) === null
}

/** The first problem of the rules, or null. */
export function firstProblem(top: DraftGroup, find: FindVariable): string | null {
  for (const { rule } of draftRules(top)) {
    const problem = ruleProblem(rule, find)
    if (problem !== null) return problem
  }
  return null
}
