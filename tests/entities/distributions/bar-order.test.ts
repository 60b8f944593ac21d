import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { barOrderAtom, hasTwoOrders, inOrder } from '#entities/distributions/bar-conditions.ts'

test('bars are in the order of size, or of the declared codes with other codes last', () => {
  const bars = ['9', '2', 'x', '1', 'y'].map((key) => ({ key }))
  const keys = (order: 'size' | 'code') => inOrder(bars, order, ['1', '2', '9']).map(({ key }) => key)
  expect(keys('size')).toEqual(['9', '2', 'x', '1', 'y'])
  expect(keys('code')).toEqual(['1', '2', '9', 'x', 'y'])
})

test('the order is a choice only where the two orders differ', () => {
  expect(hasTwoOrders(['2', '1'], ['1', '2'])).toBe(true)
  expect(hasTwoOrders(['1', '2', 'x'], ['1', '2'])).toBe(false)
  expect(hasTwoOrders(['1'], ['1'])).toBe(false)
})

test('the values of a custom variable begin in the order of its definition, those of the catalog by size', () => {
  const store = createStore()
  const custom = barOrderAtom({ variableType: 'downcode' })
  const base = barOrderAtom({ variableType: 'variable' })
  expect([store.get(custom), store.get(base)]).toEqual(['code', 'size'])
  store.set(base, 'code')
  store.set(custom, 'size')
  expect([store.get(barOrderAtom({ variableType: 'merge' })), store.get(base)]).toEqual(['size', 'code'])
})
