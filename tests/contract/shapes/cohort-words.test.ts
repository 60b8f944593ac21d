import { expect, test } from 'vitest'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import { BY_RULES } from '#domain/cohorts/cohorts.ts'

const byRules = {
  parent: 'All Individuals',
  parentId: 1,
  secondparentId: null,
  constraintType: BY_RULES,
  constraintValues: [],
  variableName: null,
  minPedsize: null,
  pedConstraint: null,
  pedConstraintCount: null,
}

test('a cohort by rules is defined by its first rules, and by its parent unless that is All Individuals', () => {
  const rulesWords = 'SEX = Female and AGE < 25 …'
  expect(cohortWords({ ...byRules, rulesWords })).toBe('Individuals who match: SEX = Female and AGE < 25 …')
  const narrowed = { ...byRules, parent: 'Adults', parentId: 7 }
  expect(cohortWords({ ...narrowed, rulesWords })).toBe('Members of Adults who match: SEX = Female and AGE < 25 …')
  expect(cohortWords(narrowed)).toBe('Members of Adults who match a set of rules.')
})
