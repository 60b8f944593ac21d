import { expect } from 'vitest'
import type { GroupDiff, RuleDiff } from '#domain/cohorts/rule-diff.ts'
import type { Rule, RuleGroup } from '#domain/cohorts/rules.ts'

/** The other group of a difference, made from the first one; throws if the difference is of another group. */
export function applyGroupDiff<Variable>(
  diff: GroupDiff<Variable>,
  { rules, ...head }: RuleGroup<Variable>,
): RuleGroup<Variable> {
  expect(diff.from).toEqual(head)
  const places = diff.rules.flatMap((step) => (step.kind === 'added' ? [] : [step.place]))
  expect(places.toSorted((one, other) => one - other)).toEqual(rules.map((_, place) => place))
  return { ...diff.to, rules: diff.rules.flatMap((step) => applied(step, rules)) }
}

function applied<Variable>(step: RuleDiff<Variable>, rules: readonly Rule<Variable>[]): Rule<Variable>[] {
  if (step.kind === 'added') return [step.rule]
  const rule = rules[step.place]
  if (!rule) throw new Error('The difference has a rule that the group has not.')
  if (step.kind === 'group') {
    if (rule.kind !== 'group') throw new Error('The rule is no group.')
    return [applyGroupDiff(step, rule)]
  }
  expect(step.kind === 'changed' ? step.from : step.rule).toEqual(rule)
  if (step.kind === 'changed') return [step.to]
  return step.kind === 'same' ? [rule] : []
}
