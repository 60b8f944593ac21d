import { expect, test } from 'vitest'
import { pageOfRow, withAncestors } from '#workspace/lists/list-tree.tsx'

const ROWS = [1, 2, 3, 3, 2, 3, 1, 2].map((level, place) => ({
  key: String(place),
  level,
  position: 1,
  setSize: 1,
  isExpanded: null,
}))

test.each([
  [0, 3, ['0', '1', '2']],
  [3, 3, ['0', '1', '3', '4', '5']],
  [5, 2, ['0', '4', '5', '6']],
  [6, 2, ['6', '7']],
])('puts the page from row %i of %i rows below its ancestors: %j', (first, size, keys) => {
  const page = withAncestors(ROWS, first, ROWS.slice(first, first + size))
  expect(page.map(({ key }) => key)).toEqual(keys)
})

test('returns the page of a row', () => {
  expect([0, 9, 10, 24].map((index) => pageOfRow(index, 10))).toEqual([1, 1, 2, 3])
})
