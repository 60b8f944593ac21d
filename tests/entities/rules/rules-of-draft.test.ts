import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { RuleDefinition } from '#contract/rules.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { ruleNotes } from '#domain/cohorts/rule-words.ts'
import { RULE_MATCHES, ruleList } from '#domain/cohorts/rules.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { COHORT_NAME_MAX } from '#domain/limits.ts'
import {
  draftRules,
  newCondition,
  newGroup,
  newMembership,
  newStratum,
  StoredRulesDraft,
  type DraftGroup,
  type DraftRule,
} from '#entities/rules/rule-draft.ts'
import { ruleSentence, suggestedRulesName } from '#entities/rules/rule-sentence.ts'
import { completedRules, draftOfGroup, draftOfRules, pathText } from '#entities/rules/rules-of-draft.ts'

const IS_ONE = { operator: 'EQ', values: ['1'] } as const
const FAMILY: DraftGroup = {
  ...newGroup('all', [newCondition('MANIA', IS_ONE), { ...newMembership(), cohortId: 12 }]),
  relatives: { scope: 'relatives', comparison: 'min', count: 2 },
}
const TREE: DraftGroup = newGroup('all', [
  newCondition(),
  { ...newCondition('AGE', { operator: 'BETWEEN', values: ['18', '65'] }), unknownAs: 'match', note: 'adults' },
  newGroup('none', [newCondition('UNFINISHED'), { ...newCondition('SEX', IS_ONE), isOff: true }]),
  FAMILY,
])

const isComplete = (rule: DraftRule) => rule.kind !== 'condition' || rule.condition !== null

const NAMES = {
  variable: (name: string) => (name === 'SEX' ? { dataType: 'category', valueMapping: { 1: 'Male' } } : undefined),
  cohort: (cohortId: number) => (cohortId === 12 ? 'Adults' : undefined),
}

test('sends the complete rules, and reads them as the same draft', () => {
  const { top } = completedRules(TREE, isComplete)
  const sent = toWire<RuleDefinition>(fromWire(v.parse(RuleDefinition, toWire(rulesSent(top)))))
  expect(sent).toMatchObject({
    version: 1,
    match: 'all',
    rules: [
      { variable_name: 'AGE', constraint_type: 'BETWEEN', constraint_values: ['18', '65'], unknown_as: 'match' },
      { match: 'none', rules: [{ variable_name: 'SEX', constraint_value: '1', off: true }] },
      {
        relatives: { scope: 'relatives', comparison: 'min', count: 2 },
        rules: [{ variable_name: 'MANIA' }, { cohortid: 12 }],
      },
    ],
  })
  const again = draftOfRules(fromWire(sent))
  expect(rulesSent(completedRules(again, isComplete).top)).toEqual(rulesSent(top))
})

test('finds the rule of the draft for each position in the request', () => {
  const { top, keys } = completedRules(TREE, isComplete)
  const byKey = new Map(draftRules(TREE).map(({ rule }) => [rule.key, rule]))
  const found = ruleList(top).map(({ path, rule }) => [rule.kind, byKey.get(keys.get(pathText(path)) ?? '')?.kind])
  expect(found).toHaveLength(7)
  expect(found.filter(([sent, drafted]) => sent !== drafted)).toEqual([])
})

test('restores a stored draft with nested groups', () => {
  const draft = { name: null, description: '', parentId: 1, top: TREE }
  expect(v.parse(StoredRulesDraft, JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test('says each rule in one line', () => {
  const lines = draftRules(TREE).map(({ rule }) => ruleSentence(rule, NAMES))
  expect(lines).toEqual([
    'All of',
    'Choose a variable',
    'AGE is between 18 and 65',
    'None of',
    'UNFINISHED …',
    'SEX = 1 · Male',
    'At least 2 other family members match all of',
    'MANIA = 1',
    'In Adults',
  ])
  const few = newGroup('atLeast', [])
  expect(ruleSentence({ ...few, count: 2 }, NAMES)).toBe('At least 2 of')
  const one = { scope: 'family', comparison: 'equal', count: 1 } as const
  expect(ruleSentence({ ...few, relatives: one }, NAMES)).toBe('Exactly 1 family member matches at least 1 of')
  const mother = { scope: 'mother', comparison: 'min', count: 1 } as const
  expect(ruleSentence({ ...newGroup('any', []), relatives: mother }, NAMES)).toBe('The mother matches any of')
  const none = { scope: 'firstDegree', comparison: 'equal', count: 0 } as const
  expect(ruleSentence({ ...newGroup('any', []), relatives: none }, NAMES)).toBe(
    'Exactly 0 first-degree relatives match any of',
  )
  expect(ruleSentence({ ...newMembership(), cohortId: 13 }, NAMES)).toBe('In cohort 13')
  expect(draftRules(TREE).map(({ rule }) => ruleNotes(rule))).toContainEqual(
    expect.stringContaining('a missing answer counts as match'),
  )
})

test('suggests a name from the rules that are on', () => {
  const sex = newCondition('SEX', IS_ONE)
  const mania = newCondition('MANIA', IS_ONE)
  const named = (top: DraftGroup) => suggestedRulesName(top, NAMES)
  expect(named(newGroup('all', [sex, newCondition(), { ...mania, isOff: true }]))).toBe('Sex: Male')
  expect(named(newGroup('all', [sex, newGroup('any', [sex, mania]), mania]))).toBe(
    'Sex: Male and (sex: Male …) and mania: 1',
  )
  expect(named(newGroup('all', [newGroup('any', [sex, mania])]))).toBe('Sex: Male or mania: 1')
  const many = newGroup('any', [sex, sex, mania, mania, mania])
  expect(named(many)).toBe('Sex: Male or sex: Male or mania: 1 or mania: 1 …')
  const long = newCondition('A_NAME_OF_THIRTY_CHARACTERS_00', IS_ONE)
  expect(named(newGroup('all', [sex, long, mania]))).toBe('Sex: Male and others')
  expect(named(newGroup('none', [sex, mania]))).toBe('Not (sex: Male, mania: 1)')
  expect(named({ ...newGroup('atLeast', [sex, mania]), count: 2 })).toBe('2 of (sex: Male, mania: 1)')
  expect(named({ ...FAMILY, rules: [mania] })).toBe('At least 2 other family members with mania: 1')
})

test('a suggested name says values, ranges and presence in plain words', () => {
  const nameOf = (rule: DraftRule) => suggestedRulesName(newGroup('all', [rule]), NAMES)
  const age = (operator: Operator, ...values: string[]) => newCondition('AGE_AT_ONSET', { operator, values })
  expect(nameOf(age('LT', '25'))).toBe('Age at onset < 25')
  expect(nameOf(age('BETWEEN', '18', '25'))).toBe('Age at onset 18–25')
  expect(nameOf(age('EXISTS'))).toBe('Age at onset asked')
  expect(nameOf(newCondition('SEX', { operator: 'NEQ', values: ['1'] }))).toBe('Sex not Male')
  expect(nameOf(newCondition('LDI2_SEX', IS_ONE))).toBe('LDI2 sex: 1')
  expect(nameOf(newMembership(12))).toBe('In Adults')
  expect(nameOf(newStratum('dx_nimh', ['bipolar', 'control']))).toBe('Diagnosis bipolar or control')
})

test('versions of a question are named by the first of them', () => {
  const versions = (match: 'any' | 'none') => ({
    ...newGroup(match, [newCondition('MANIA', IS_ONE), newCondition('LDI1_MANIA', IS_ONE)]),
    areVersions: true,
  })
  const age = newCondition('INTERVIEW_AGE', { operator: 'GT', values: ['29'] })
  expect(suggestedRulesName(newGroup('all', [versions('any'), age]), NAMES)).toBe(
    'Mania: 1 (2 versions) and interview age > 29',
  )
  expect(suggestedRulesName(newGroup('all', [versions('none')]), NAMES)).toBe('Not mania: 1 (2 versions)')
  expect(ruleSentence(versions('any'), NAMES)).toBe('Mania: 1 · any of 2 versions')
  const open = { ...newGroup('any', [newCondition('MANIA'), newCondition('LDI1_MANIA')]), areVersions: true }
  expect(ruleSentence(open, NAMES)).toBe('Mania · any of 2 versions')
  const atLeast = { ...versions('any'), match: 'atLeast', count: 2 } as const
  expect(ruleSentence(atLeast, NAMES)).toBe('Mania: 1 · at least 2 of 2 versions')
})

test('shortens a name in the brackets first, and closes them', () => {
  const rule = (name: string) => newCondition(name, IS_ONE)
  const named = (top: DraftGroup) => suggestedRulesName(top, NAMES)
  const senses = ['TOUCH_EVER', 'VOICES_EVER', 'SMELL_EVER', 'TASTE_EVER', 'VISIONS_EVER'].map(rule)
  const some = { ...newGroup('atLeast', senses), count: 3 }
  const age = newCondition('INTERVIEW_AGE', { operator: 'GT', values: ['29'] })
  expect(named(newGroup('all', [some, age]))).toBe('3 of 5 (touch ever: 1 …) and interview age > 29')
  expect(named(newGroup('all', [some, rule('INTERVIEW_AGE_NOW')]))).toBe(
    '3 of 5 (touch ever …) and interview age now: 1',
  )
  expect(named(newGroup('all', [some]))).toBe('3 of 5 (touch ever: 1, voices ever: 1 …)')
  expect(named(newGroup('all', [age, newGroup('any', senses)]))).toBe('Interview age > 29 and (touch ever: 1 …)')
  expect(named(newGroup('none', senses))).toBe('Not (touch ever: 1, voices ever: 1 and others)')
  const leaf = fc.constantFrom('A', 'MOOD_HIGH_EVER', 'A_NAME_OF_THIRTY_CHARACTERS_00').map(rule)
  const group = (rules: fc.Arbitrary<DraftRule>) =>
    fc
      .record({ match: fc.constantFrom(...RULE_MATCHES), rules: fc.array(rules, { maxLength: 4 }) })
      .map((one) => newGroup(one.match, one.rules))
  fc.assert(
    fc.property(group(fc.oneof(leaf, group(fc.oneof(leaf, group(leaf))))), (top) => {
      const name = named(top)
      expect(name.length).toBeLessThanOrEqual(COHORT_NAME_MAX)
      expect(name.split('(')).toHaveLength(name.split(')').length)
    }),
  )
})

test('rules as a draft are the same rules, and keep the keys of those in their place', () => {
  const { top } = completedRules(TREE, isComplete)
  const draft = draftOfGroup(top)
  expect(completedRules(draft, isComplete).top).toEqual(top)
  const keysOf = (group: DraftGroup) => draftRules(group).map(({ rule }) => rule.key)
  const changed = draftOfGroup({ ...top, rules: [...top.rules, ...top.rules.slice(0, 1)] }, draft)
  expect(keysOf(changed).slice(0, -1)).toEqual(keysOf(draft))
  expect(new Set(keysOf(changed)).size).toBe(keysOf(changed).length)
})
