import { expect, test } from 'vitest'
import { NO_RULE_OPTIONS } from '#domain/cohorts/rules.ts'
import type { DraftCondition, DraftGroup } from '#entities/rules/rule-draft.ts'
import { inlineRule } from '#entities/rules/rule-sentence.ts'

function ruleOn(variableName: string): DraftCondition {
  return {
    ...NO_RULE_OPTIONS,
    kind: 'condition',
    key: variableName,
    variableName,
    condition: { operator: 'EQ', values: ['1'] },
  }
}

const VERSIONS: DraftGroup = {
  ...NO_RULE_OPTIONS,
  kind: 'group',
  key: 'versions',
  match: 'any',
  count: 1,
  relatives: null,
  areVersions: true,
  rules: [ruleOn('NEW'), ruleOn('OLD')],
}
const names = { variable: () => undefined, cohort: () => undefined }
const inWords = {
  ...names,
  condition: (name: string, _: unknown, others: readonly string[] = []) => [name, ...others].join(' or '),
}

test('a text for papers names all versions of a question, a list of rules their number', () => {
  expect(inlineRule(VERSIONS, names)).toBe('NEW = 1 (2 versions)')
  expect(inlineRule(VERSIONS, inWords)).toBe('NEW or OLD')
})

test('a text for papers says what a missing answer counts as', () => {
  expect(inlineRule({ ...VERSIONS, unknownAs: 'match' }, inWords)).toBe('NEW or OLD (a missing answer counts as match)')
})
