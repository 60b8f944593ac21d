import { expect, test } from 'vitest'
import { withRange, withToggled } from '#workspace/lists/row-selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

test('adds and removes selected rows in order of selection', () => {
  expect(withToggled(['c'], 'a')).toEqual(['c', 'a'])
  expect(withToggled(['c', 'a'], 'c')).toEqual(['a'])
})

test.each([
  [[], 'b', 'd', ['b', 'c', 'd']],
  [['e'], 'd', 'b', ['e', 'b', 'c', 'd']],
  [['b'], 'b', 'c', ['b', 'c']],
  [['a'], null, 'c', ['a', 'c']],
  [['a'], 'gone', 'c', ['a', 'c']],
])('extends %j by the range from %j to %j to %j', (keys, anchor, key, expected) => {
  expect(withRange(keys, { order: ORDER, anchor, key })).toEqual(expected)
})
