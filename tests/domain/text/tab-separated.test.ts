import { expect, test } from 'vitest'
import { tabSeparated, withoutFormula } from '#domain/text/tab-separated.ts'

test('has a line for each row, no tab in a cell, and no formula', () => {
  expect(
    tabSeparated([
      ['A', 'Individuals'],
      ['1\tto\n2', '3'],
      ['=HYPERLINK("x")', '−0.5'],
    ]),
  ).toBe('A\tIndividuals\n1 to 2\t3\n\'=HYPERLINK("x")\t−0.5\n')
})

test.each([
  ['＝1+1', `'＝1+1`],
  ['＋cmd', `'＋cmd`],
  ['－cmd', `'－cmd`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
  [' +SUM(A1)', `' +SUM(A1)`],
  [`-2+3+cmd|' /C calc'!A0`, `'-2+3+cmd|' /C calc'!A0`],
  ['-2.5', '-2.5'],
  ['-1.2 (0.4)', '-1.2 (0.4)'],
  ['a=b', 'a=b'],
])('the text %j is written as %j', (text, written) => {
  expect(withoutFormula(text)).toBe(written)
})
