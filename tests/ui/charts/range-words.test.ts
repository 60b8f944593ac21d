import { expect, test } from 'vitest'
import { rangeWords } from '#ui/charts/histogram-shape.ts'

test('names ranges without overlap', () => {
  const whole = [15, 20, 25].map((from) => ({ from, to: from + 4 }))
  expect(rangeWords(whole)).toEqual(['15 to 19', '20 to 24', '25 to 29'])
  expect(rangeWords([{ from: 3, to: 3 }])).toEqual(['3'])
  expect(rangeWords([{ from: 123456, to: 123457 }])).toEqual(['123456 to 123457'])
  const broken = [
    { from: 14.65, to: 19.2 },
    { from: 19.2, to: 23.75 },
  ]
  expect(rangeWords(broken)).toEqual(['14.65 to under 19.2', '19.2 to 23.75'])
})
