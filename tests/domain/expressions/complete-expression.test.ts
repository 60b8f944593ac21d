import { expect, test } from 'vitest'
import { openEndOf } from '#domain/expressions/complete-expression.ts'

test.each([
  ['', { kind: 'rule' }, ''],
  ['MOO', { kind: 'rule' }, 'MOO'],
  ['SEX ', { kind: 'operator', variable: 'SEX' }, ''],
  ['SEX =', { kind: 'value', variable: 'SEX', operator: 'EQ' }, ''],
  ['SEX = "Fem', { kind: 'value', variable: 'SEX', operator: 'EQ' }, 'Fem'],
  ['SEX in (Male, F', { kind: 'value', variable: 'SEX', operator: 'ANYOF' }, 'F'],
  ['SEX = Male a', { kind: 'joint' }, 'a'],
  ['(SEX = Male and AG', { kind: 'rule' }, 'AG'],
  ['not in "Hig', { kind: 'cohort' }, 'Hig'],
  ['at least 2 sib', { kind: 'relatives', count: 2 }, 'sib'],
  ['collection = ', { kind: 'stratum', field: 'collection' }, ''],
])('%s', (text, expected, typed) => {
  expect(openEndOf(text)).toEqual({
    expected,
    before: text.slice(0, text.length - (text.endsWith(`"${typed}`) ? typed.length + 1 : typed.length)),
    typed,
  })
})

test.each(['SEX = ; ', 'SEX = = AG', 'SEX = Male or or AG', 'DRUG ~ /a'])(
  'nothing is expected after an error: %s',
  (text) => {
    expect(openEndOf(text)).toBeNull()
  },
)
