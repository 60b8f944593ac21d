import { expect, test } from 'vitest'
import { FaultError, tokensOf } from '#domain/scores/read-formula.ts'

const shown = (text: string) => tokensOf(text).map((token) => [token.kind, token.text, token.offset])

function faultOf(text: string) {
  try {
    tokensOf(text)
  } catch (error) {
    if (error instanceof FaultError) return error.fault
  }
  return null
}

test('tokens have their kinds, texts and positions', () => {
  expect(shown(" A_1 >= .5e-3,'it''s' % ")).toEqual([
    ['name', 'A_1', 1],
    ['sign', '>=', 5],
    ['number', '.5e-3', 8],
    ['sign', ',', 13],
    ['text', "it's", 14],
    ['sign', '%', 22],
    ['end', '', 24],
  ])
  expect(shown('')).toEqual([['end', '', 0]])
  expect(shown('   ')).toEqual([['end', '', 3]])
  expect(shown('1A')).toEqual([
    ['number', '1', 0],
    ['name', 'A', 1],
    ['end', '', 2],
  ])
})

test('signs that are typed or pasted for others are the same', () => {
  const signs = (text: string) => tokensOf(text).map((token) => token.text)
  expect(signs('A − B – C × D ÷ E')).toEqual(signs('A - B - C * D / E'))
  expect(signs('A ≤ B ≥ C ≠ D != E')).toEqual(signs('A <= B >= C <> D <> E'))
})

test('the position after a pasted sign is that of the given text', () => {
  expect(tokensOf('A ≤ B').map(({ offset }) => offset)).toEqual([0, 2, 4, 5])
  expect(faultOf('A ≥ #')).toMatchObject({ offset: 4 })
})

test('signs within a code in quotation marks are unchanged', () => {
  expect(tokensOf("'1–5'")[0]).toMatchObject({ kind: 'text', text: '1–5' })
  expect(tokensOf("'≤ 3 × 4'")[0]).toMatchObject({ kind: 'text', text: '≤ 3 × 4' })
})

test.each([
  ["'open", 0, 'This text has no closing quotation mark.'],
  ["A = 'it''s", 8, 'This text has no closing quotation mark.'],
  ["'", 0, 'This text has no closing quotation mark.'],
  ["'a'''", -1, ''],
  ['A # B', 2, '"#" cannot be used here.'],
  ['A\n  "x"', 4, '""" cannot be used here.'],
  ['😀', 0, '"😀" cannot be used here.'],
  ['Ä', 0, '"Ä" cannot be used here.'],
  ['A.B', 1, '"." cannot be used here.'],
  ['A!B', 1, '"!" cannot be used here.'],
])('%j is refused at character %i', (text, offset, message) => {
  expect(faultOf(text)).toEqual(offset < 0 ? null : { offset, message })
})

test('long texts are read in linear time', () => {
  const started = performance.now()
  expect(tokensOf('A+'.repeat(100_000))).toHaveLength(200_001)
  expect(faultOf(`'${"''".repeat(100_000)}`)).toMatchObject({ offset: 200_000 })
  expect(faultOf(`${' '.repeat(100_000)}#`)).toMatchObject({ offset: 100_000 })
  expect(performance.now() - started).toBeLessThan(20_000)
})
