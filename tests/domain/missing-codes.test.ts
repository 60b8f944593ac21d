import { expect, test } from 'vitest'
import { readMissingCodes } from '#domain/missing-codes.ts'

test('reads codes for every column, and for columns of a name', () => {
  expect(readMissingCodes('-9, 999,Age=99,age=98,.')).toEqual({
    everywhere: ['-9', '999', '.'],
    byColumn: new Map([['age', ['99', '98']]]),
  })
})

test.each(['', ',', 'age=', '=9', '1,,2'])('%j is no list of codes', (text) => {
  expect(readMissingCodes(text)).toBeNull()
})
