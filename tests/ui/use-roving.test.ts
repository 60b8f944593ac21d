import { expect, test } from 'vitest'
import { nextPlace } from '#ui/use-roving.ts'

test.each([
  ['ArrowRight', 0, 2],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 2, 0],
  ['ArrowLeft', 0, 0],
  ['Home', 3, 0],
  ['End', 0, 5],
  ['ArrowDown', 2, undefined],
  ['Enter', 2, undefined],
])('in a row, %s leads from %i to %j', (key, from, next) => {
  expect(nextPlace([0, 2, 3, 5], from, key, 0)).toBe(next)
})

test.each([
  ['ArrowDown', 0, 2],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 0, 0],
])('in a grid of two columns, %s leads from %i to %i', (key, from, next) => {
  expect(nextPlace([0, 1, 2, 4, 5], from, key, 2)).toBe(next)
})
