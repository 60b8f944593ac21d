import { expect, test } from 'vitest'
import { groupOf, memberOf, type CohortRules } from '#contract/shapes/rules-of-definition.ts'
import { NO_RULE_OPTIONS, type Rule } from '#domain/cohorts/rules.ts'
import { isAsSaved, reasonsOf, reasonsRequest, rulesToMatch } from '#features/comparing/reasons.ts'

const condition = (variable: string): Rule<string> => ({
  ...NO_RULE_OPTIONS,
  kind: 'condition',
  variable,
  condition: { operator: 'VALID', values: [] },
})
const off = { ...condition('OFF'), isOff: true }
const explained = (other: CohortRules) => ({ cohortId: 5, parentId: 4, other })

test('the rules to match are those of the top that take part, after the parent cohort', () => {
  const top = groupOf('all', [condition('A'), off, condition('B')])
  expect(rulesToMatch(explained({ parentId: 7, top }))).toEqual([memberOf(7), condition('A'), condition('B')])
  // All members are in All Individuals, in their own cohort and in its parent.
  for (const parentId of [1, 4, 5]) {
    expect(rulesToMatch(explained({ parentId, top }))).toEqual([condition('A'), condition('B')])
  }
})

test('a top that any rule satisfies is one rule, and a cohort without rules has none', () => {
  const top = groupOf('any', [condition('A'), condition('B')])
  expect(rulesToMatch(explained({ parentId: 1, top }))).toEqual([top])
  expect(reasonsRequest(explained({ parentId: 1, top: groupOf('all', []) }))).toBeNull()
})

test('reasons are the outcomes of these rules, and without steps have no order', () => {
  const split = { match: 1, noMatch: 2, unknown: 3, noRecord: 4 }
  const rules = [condition('A'), condition('B')]
  const counts = [
    { path: [], split },
    { path: [0], split: { ...split, noMatch: 7 } },
    { path: [1], split },
    { path: [1, 0], split },
  ]
  const preview = { data: [], split, rules: counts, assumed: null, placeholders: null, changes: null }
  expect(reasonsOf(rules, preview)).toEqual([
    { rule: rules[0], split: { ...split, noMatch: 7 }, first: null },
    { rule: rules[1], split, first: null },
  ])
  expect(reasonsOf(rules, { ...preview, steps: counts }).map(({ first }) => first)).toEqual([14, 9])
})

test('rules that give other members today are known by the overlap', () => {
  const split = { match: 1, noMatch: 0, unknown: 0, noRecord: 0 }
  const overlap = (count: number | null) => [{ members: [5, 6], count, leftOut: [] }]
  expect(isAsSaved({ split }, overlap(1), [5, 6])).toBe(true)
  expect(isAsSaved({ split }, overlap(2), [5, 6])).toBe(false)
  expect(isAsSaved({ split }, overlap(null), [5, 6])).toBeNull()
  expect(isAsSaved({ split: null }, overlap(1), [5, 6])).toBeNull()
})
