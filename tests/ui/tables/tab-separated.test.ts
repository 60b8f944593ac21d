import { expect, test } from 'vitest'
import { tabSeparated } from '#ui/tables/tab-separated.ts'

test('has a line for each row, no tab in a cell, and no formula', () => {
  expect(
    tabSeparated([
      ['A', 'Individuals'],
      ['1\tto\n2', '3'],
      ['=HYPERLINK("x")', '−0.5'],
    ]),
  ).toBe('A\tIndividuals\n1 to 2\t3\n\'=HYPERLINK("x")\t−0.5\n')
})
