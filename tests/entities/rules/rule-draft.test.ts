import { expect, test } from 'vitest'
import {
  emptyProblem,
  newCondition,
  newGroup,
  newMembership,
  openRuleKey,
  type DraftGroup,
} from '#entities/rules/rule-draft.ts'

const SEX = newCondition('SEX', { operator: 'EQ', values: ['1'] })
const EMPTY_GROUP: DraftGroup = {
  ...newGroup('all', []),
  relatives: { scope: 'relatives', comparison: 'min', count: 2 },
}
const find = () => undefined

test.each([
  ['rule', newCondition(), 'A rule is empty: choose a variable, or remove it.'],
  ['cohort', newMembership(), 'A rule is empty: choose a cohort, or remove it.'],
  ['group', EMPTY_GROUP, 'A group is empty: add a rule to it, or remove it.'],
] as const)('an empty %s is named before Save and gets the focus', (_kind, empty, words) => {
  const top = newGroup('all', [newGroup('any', [SEX, empty])])
  expect(emptyProblem(top)).toBe(words)
  expect(openRuleKey({ ...top, rules: [empty] }, find)).toBe(empty.key)
})

test('rules that are complete have nothing empty', () => {
  expect(emptyProblem(newGroup('all', [SEX, newGroup('any', [SEX])]))).toBeNull()
})
