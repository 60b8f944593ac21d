import { expect, test } from 'vitest'
import { conditionPhrase } from '#entities/conditions/condition-sentence.ts'

const variable = { dataType: 'categorical', valueMapping: { 0: 'No', 1: 'Yes' } }

test.each([
  ['EQ', ['1'], 'is', 'Yes'],
  ['NEQ', ['1'], 'is not', 'Yes'],
  ['ANYOF', ['0', '1'], 'is any of', 'No or Yes'],
  ['EQ', ['7'], 'is', '7'],
  ['GTE', ['18'], '≥', '18'],
  ['BETWEEN', ['18', '40'], 'is between', '18 and 40'],
  ['VALID', [], 'was answered', ''],
  ['EXISTS', [], 'was asked', ''],
] as const)('%s %j reads "%s %s"', (operator, values, verb, value) => {
  expect(conditionPhrase({ operator, values }, variable)).toEqual({ verb, value })
})

test('a flag that is set keeps its label, because it is not asked', () => {
  const { verb } = conditionPhrase({ operator: 'VALID', values: [] }, { ...variable, dataType: 'dichotomous' })
  expect(verb).toBe('has a valid answer')
})
