import { expect, test } from 'vitest'
import { rulesOfExpression } from '#domain/expressions/resolve-expression.ts'
import { completionsOf, correctionsOf } from '#entities/expressions/expression-completions.ts'
import type { LookupState } from '#entities/expressions/expression-lookup.ts'
import { EXAMPLE_LOOKUP } from '#tests/support/expression-lookup.ts'

const facts = { variableType: 'variable', observations: 10, contributors: [] }
const state: LookupState = { lookup: EXAMPLE_LOOKUP, isLoading: false, error: null, variables: new Map() }
const names = {
  variables: [
    { value: 'SEX', title: 'SEX', detail: 'Your sex?', facts: { ...facts, dataType: 'categorical' } },
    { value: 'AGE', title: 'AGE', facts: { ...facts, dataType: 'numberrange' } },
  ],
  cohorts: [{ value: 7, title: 'High mood' }],
  state,
}
const textsOf = (text: string) => completionsOf(text, names).map((completion) => completion.text)

test('completes names, operators of their type, cohorts, relatives and words', () => {
  expect(textsOf('se')).toEqual(['SEX '])
  expect(textsOf('(SEX = 1 and ag')).toEqual(['(SEX = 1 and AGE '])
  expect(textsOf('SEX ')).toContain('SEX in ')
  expect(textsOf('SEX ')).not.toContain('SEX > ')
  expect(textsOf('AGE b')).toEqual(['AGE between '])
  expect(textsOf('not in "Hig')).toEqual(['not in "High mood" '])
  expect(textsOf('at least 2 full')).toEqual(['at least 2 full siblings where ( '])
  expect(textsOf('collection = s')).toEqual(['collection = Schizophrenia '])
  expect(textsOf('SEX = 1 a')).toEqual(['SEX = 1 and '])
})

test('completes nothing after an error', () => {
  expect(textsOf('SEX = = ag')).toEqual([])
})

test.each([
  ['MOOD_HIG_EVER = 1', 'MOOD_HIGH_EVER = 1'],
  ['SEX = Femal', 'SEX = Female '],
  ['SEX = 1 and in "High mod" and AGE > 3', 'SEX = 1 and in "High mood" and AGE > 3'],
])('a name that was meant replaces the wrong one: %s', (text, corrected) => {
  const resolved = rulesOfExpression(text, EXAMPLE_LOOKUP)
  const problems = 'problems' in resolved ? resolved.problems : []
  expect(correctionsOf(text, problems).map((correction) => correction.text)).toEqual([corrected])
})

test('an error without a near name has no correction', () => {
  const resolved = rulesOfExpression('NOTHING_LIKE_IT = 1', EXAMPLE_LOOKUP)
  expect(correctionsOf('NOTHING_LIKE_IT = 1', 'problems' in resolved ? resolved.problems : [])).toEqual([])
})
