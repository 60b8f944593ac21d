import { expect, test } from 'vitest'
import { FILE_COLOURS, SERIES } from '#domain/pictures/marks.ts'

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const value = Number.parseInt(colour.slice(place, place + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('compared groups and the outcome no match stand out from white paper', () => {
  for (const paint of [...SERIES, 'noMatch'] as const)
    expect(contrast(FILE_COLOURS[paint], FILE_COLOURS.box), paint).toBeGreaterThanOrEqual(3)
})

test('compared groups differ in lightness', () => {
  for (const [place, one] of SERIES.entries())
    for (const other of SERIES.slice(place + 1))
      expect(contrast(FILE_COLOURS[one], FILE_COLOURS[other]), `${one}, ${other}`).toBeGreaterThanOrEqual(1.4)
})
