import { expect, test } from 'vitest'
import { isActive, NO_RULE_OPTIONS, ruleList, rulesProblem, type Rule, type RuleGroup } from '#domain/rules.ts'

const member = (cohortId: number, isOff = false): Rule<string> => ({
  kind: 'cohort',
  cohortId,
  ...NO_RULE_OPTIONS,
  isOff,
})

function groupOf(rules: readonly Rule<string>[], more: Partial<RuleGroup<string>> = {}): RuleGroup<string> {
  return { kind: 'group', match: 'all', count: 1, relatives: null, rules, ...NO_RULE_OPTIONS, ...more }
}

function nested(levels: number): RuleGroup<string> {
  return groupOf([levels === 0 ? member(2) : nested(levels - 1)])
}

test('lists each rule before those below it, with its position', () => {
  const top = groupOf([member(2), groupOf([member(3), member(4)])])
  expect(ruleList(top).map(({ path }) => path)).toEqual([[], [0], [1], [1, 0], [1, 1]])
})

test('a group takes part if a rule of it takes part', () => {
  expect(isActive(groupOf([member(2, true), groupOf([member(3)])]))).toBe(true)
  expect(isActive(groupOf([member(2, true), groupOf([])]))).toBe(false)
  expect(isActive(groupOf([member(2)], { isOff: true }))).toBe(false)
})

test.each<[string, RuleGroup<string>, string | null]>([
  ['accepts one rule', groupOf([member(2)]), null],
  ['refuses no rule', groupOf([]), 'At least one rule is required.'],
  ['refuses rules that are all off', groupOf([member(2, true)]), 'At least one rule is required.'],
  ['accepts eight levels', nested(7), null],
  ['refuses nine levels', nested(8), 'Groups can be nested 8 deep.'],
  [
    'refuses too many rules',
    groupOf(Array.from({ length: 200 }, () => member(2))),
    'At most 200 rules and groups can be used.',
  ],
  ['accepts at least two of two', groupOf([member(2), member(3)], { match: 'atLeast', count: 2 }), null],
  [
    'refuses at least two of which one is off',
    groupOf([member(2), member(3, true)], { match: 'atLeast', count: 2 }),
    'The number of "at least" must be from 1 to the number of rules of its group.',
  ],
  [
    'accepts any number in a group that is off',
    groupOf([member(2), groupOf([member(3)], { match: 'atLeast', count: 5, isOff: true })]),
    null,
  ],
])('%s', (_, top, problem) => {
  expect(rulesProblem(top)).toBe(problem)
})
