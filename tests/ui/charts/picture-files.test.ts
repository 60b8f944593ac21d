import { expect, test } from 'vitest'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'
import { svgOf } from '#domain/pictures/svg-document.ts'

const bins = [
  { from: 0, to: 9, count: 4 },
  { from: 10, to: 19, count: 8 },
]
const box = { quantiles: [0, 5, 10, 15, 19], whiskers: [0, 19], outliers: [] } as const

test('an SVG is a complete document with the title, the ticks and the unit', () => {
  const drawing = drawHistogram(numberShape('A<B', bins, String, box), 400, 100)
  const svg = new DOMParser().parseFromString(svgOf(drawing, 'A<B & "C"'), 'image/svg+xml')
  expect(svg.querySelector('parsererror')).toBeNull()
  expect(svg.querySelector('title')?.textContent).toBe('A<B & "C"')
  const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts).toEqual(expect.arrayContaining(['0', '5', '10', '15', 'A<B']))
  // Numbers of the picture itself: no style sheet, no token.
  expect(svgOf(drawing, '')).not.toMatch(/var\(|class=/)
})

test('bars are as high as their counts, and stay within the picture', () => {
  const { marks, plot, width, height } = drawHistogram(numberShape('A', bins, String, null), 400, 100)
  const bars = marks.filter((mark) => mark.shape === 'rect')
  expect(bars.map((bar) => bar.height)).toEqual([plot.height / 2, plot.height])
  expect(bars.every((bar) => bar.x >= plot.left && bar.x + bar.width <= width && bar.y + bar.height <= height)).toBe(
    true,
  )
})

test('ticks never overlap, however narrow the picture is', () => {
  const wide = [
    { from: 0, to: 1e9, count: 1 },
    { from: 1e9, to: 2e9, count: 1 },
  ]
  const { marks } = drawHistogram(numberShape('A', wide, String, null), 200, 100)
  const ticks = marks.filter((mark) => mark.shape === 'text' && mark.anchor === 'middle')
  expect(ticks.length).toBeLessThan(4)
})
