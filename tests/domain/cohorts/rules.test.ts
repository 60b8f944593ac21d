import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  conditionIn,
  conditionText,
  countsRelatives,
  isActive,
  NO_RULE_OPTIONS,
  ruleList,
  rulesProblem,
  type Rule,
  type RuleGroup,
  versionGroupsOf,
} from '#domain/cohorts/rules.ts'
import { OPERATORS, valueCount } from '#domain/conditions/operators.ts'

const member = (cohortId: number, isOff = false): Rule<string> => ({
  kind: 'cohort',
  cohortId,
  ...NO_RULE_OPTIONS,
  isOff,
})

function groupOf(rules: readonly Rule<string>[], more: Partial<RuleGroup<string>> = {}): RuleGroup<string> {
  return {
    kind: 'group',
    match: 'all',
    count: 1,
    relatives: null,
    areVersions: false,
    rules,
    ...NO_RULE_OPTIONS,
    ...more,
  }
}

function nested(levels: number): RuleGroup<string> {
  return groupOf([levels === 0 ? member(2) : nested(levels - 1)])
}

test('knows groups about relatives that take part', () => {
  const relatives = { scope: 'family', comparison: 'min', count: 2 } as const
  const family = groupOf([member(2)], { relatives })
  expect(countsRelatives(groupOf([member(3), groupOf([family])]))).toBe(true)
  expect(countsRelatives(groupOf([member(3)]))).toBe(false)
  // Switched off, or without a rule that takes part.
  expect(countsRelatives(groupOf([member(3), { ...family, isOff: true }]))).toBe(false)
  expect(countsRelatives(groupOf([member(3), groupOf([member(2, true)], { relatives })]))).toBe(false)
})

test('lists each rule before those below it, with its position', () => {
  const top = groupOf([member(2), groupOf([member(3), member(4)])])
  expect(ruleList(top).map(({ path }) => path)).toEqual([[], [0], [1], [1, 0], [1, 1]])
})

test('finds the variables of each group of versions', () => {
  const asks = (variable: string): Rule<string> => ({
    kind: 'condition',
    variable,
    condition: { operator: 'EQ', values: ['1'] },
    ...NO_RULE_OPTIONS,
  })
  const versions = groupOf([asks('NEW'), asks('OLD')], { match: 'any', areVersions: true })
  const top = groupOf([asks('AGE'), groupOf([versions]), groupOf([asks('A'), asks('B')], { match: 'any' })])
  expect(versionGroupsOf(top)).toEqual([['NEW', 'OLD']])
  expect(versionGroupsOf(groupOf([{ ...versions, isOff: true }]))).toEqual([])
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

test('a condition survives a URL, whatever its characters', () => {
  const between = { variableName: 'AGE', operator: 'BETWEEN', values: ['-1.5', '65'] } as const
  expect(conditionText(between)).toBe('AGE*BETWEEN*-1.5*65')
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.constantFrom('*', '~', '~.', '*~*', '&=%?#+ ,é|'),
  )
  const condition = fc.constantFrom(...OPERATORS).chain((operator) => {
    const length = { none: 0, one: 1, two: 2, any: 3 }[valueCount(operator)]
    const values = fc.array(text, { minLength: length, maxLength: length })
    return fc.record({ variableName: text, operator: fc.constant(operator), values })
  })
  fc.assert(
    fc.property(condition, (tested) => {
      const url = `?${new URLSearchParams([['where', conditionText(tested)]])}`
      expect(conditionIn(new URLSearchParams(url).get('where') ?? '')).toEqual(tested)
    }),
  )
})

test.each([
  '',
  'AGE',
  '*EQ*1',
  'AGE*LIKE*1',
  'AGE*EQ',
  'AGE*EQ*',
  'AGE*EQ*1*2',
  'AGE*BETWEEN*1',
  'AGE*VALID*1',
  'AGE*ANYOF',
])('the text %j is no condition', (text) => {
  expect(conditionIn(text)).toBeNull()
})
