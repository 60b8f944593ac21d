import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortened, textWidth } from '#domain/pictures/text-fit.ts'

test('shortens a text in its middle, and only a text that is too wide', () => {
  expect(shortened('Adults', 200)).toBe('Adults')
  expect(shortened('Individuals with high mood at some time, visit 12', 160)).toMatch(/^Individuals.*….*visit 12$/)
  expect(shortened('Adults', 3)).toBe('…')
})

test('a shortened text fits, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 12, max: 400 }), (text, width) => {
      expect(textWidth(shortened(text, width))).toBeLessThanOrEqual(width)
    }),
  )
})
