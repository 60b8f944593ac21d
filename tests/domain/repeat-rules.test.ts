import { expect, test } from 'vitest'
import { readRepeatRules } from '#domain/repeat-rules.ts'

test('reads a rule for all tables and others by table, each with a column to order by', () => {
  expect(readRepeatRules('first, AE=wide,visits=last:Visit date')).toEqual({
    everywhere: { way: 'first', orderBy: null },
    byTable: new Map([
      ['ae', { way: 'wide', orderBy: null }],
      ['visits', { way: 'last', orderBy: 'Visit date' }],
    ]),
  })
})

test.each(['', 'some', 'first,last', 'a=', 'a=first,A=last', 'first:'])('%j is no list of rules', (text) => {
  expect(readRepeatRules(text)).toBeNull()
})
