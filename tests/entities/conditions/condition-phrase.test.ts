import { expect, test } from 'vitest'
import { conditionInWords, conditionPhrase } from '#entities/conditions/condition-sentence.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

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

test('a condition in words names question, form and meaning', () => {
  const form = { section: 'MANIA', instrument: 'DIGS', version: '4.0', tocPage: '', item: '', pdfFile: '', pdfPage: '' }
  const variable = {
    ...madeVariable('LOW', ['1']),
    question: 'Low mood?',
    valueMapping: { '1': 'Yes' },
    contributors: [{ variableName: 'LOW', ...form }],
  }
  expect(conditionInWords('LOW', { operator: 'EQ', values: ['1'] }, variable)).toBe('“Low mood?” (DIGS 4.0): Yes')
  expect(conditionInWords('LOW', { operator: 'NEQ', values: ['1'] }, { ...variable, contributors: [] })).toBe(
    '“Low mood?” is not Yes',
  )
  const older = { ...variable, contributors: [{ variableName: 'OLD', ...form, version: '3.0' }] }
  expect(conditionInWords('LOW', { operator: 'EQ', values: ['1'] }, variable, [older])).toBe(
    '“Low mood?” (DIGS 4.0 or DIGS 3.0): Yes',
  )
  expect(conditionInWords('LOW', { operator: 'EXISTS', values: [] }, variable)).toBe(
    '“Low mood?” (DIGS 4.0): asked, whatever the answer',
  )
})
