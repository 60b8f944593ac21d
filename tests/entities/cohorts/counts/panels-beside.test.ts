import { expect, test } from 'vitest'
import { commonOrder } from '#entities/cohorts/counts/panels-beside.ts'

test('panels side by side have one order of all their values, and the largest share as scale', () => {
  const bar = (key: string, count: number) => ({ key, label: key.toUpperCase(), count })
  const large = { bars: [bar('bp', 600), bar('sz', 400)], whole: 1_000 }
  const small = { bars: [bar('sz', 9), bar('au', 1)], whole: 10 }
  const expected = { values: ['sz', 'bp', 'au'].map((key) => ({ key, label: key.toUpperCase() })), widest: 0.9 }
  expect(commonOrder([large, small])).toEqual(expected)
  expect(commonOrder([small, large])).toEqual(expected)
  expect(commonOrder([{ bars: [bar('bp', 0)], whole: 0 }])).toEqual({ values: [{ key: 'bp', label: 'BP' }], widest: 0 })
})
