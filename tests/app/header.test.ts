import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overflowingItems } from '#app/header.tsx'

const ITEMS = [
  { key: 'a', width: 100 },
  { key: 'b', width: 50 },
  { key: 'c', width: 80 },
]

test.each([
  [230, []],
  [229, ['c']],
  [200, ['c']],
  [199, ['b', 'c']],
  [149, ['a', 'b', 'c']],
])('moves at %i pixels %j into the menu', (width, hidden) => {
  expect(overflowingItems(ITEMS, { width, menuWidth: 50 })).toEqual(hidden)
})

test('fits the visible items and the menu into the width, and moves items from the end', () => {
  const items = fc.array(fc.nat(300)).map((widths) => widths.map((width, place) => ({ key: String(place), width })))
  fc.assert(
    fc.property(items, fc.nat(2_000), fc.nat(100), (all, width, menuWidth) => {
      const hidden = overflowingItems(all, { width, menuWidth })
      const shown = all.slice(0, all.length - hidden.length)
      const taken = shown.reduce((sum, item) => sum + item.width, hidden.length > 0 ? menuWidth : 0)
      expect(shown.length === 0 || taken <= width).toBe(true)
      expect(hidden).toEqual(all.slice(shown.length).map(({ key }) => key))
    }),
  )
})
