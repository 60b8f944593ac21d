import { expect, test } from 'vitest'
import { inOrder } from '#entities/distributions/bar-order.ts'

test('bars are in the order of size, or of the declared codes with other codes last', () => {
  const bars = ['9', '2', 'x', '1', 'y'].map((key) => ({ key }))
  const keys = (order: 'size' | 'code') => inOrder(bars, order, ['1', '2', '9']).map(({ key }) => key)
  expect(keys('size')).toEqual(['9', '2', 'x', '1', 'y'])
  expect(keys('code')).toEqual(['1', '2', '9', 'x', 'y'])
})
