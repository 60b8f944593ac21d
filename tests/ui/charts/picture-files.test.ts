// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { svgOf } from '#domain/pictures/svg-document.ts'
import { drawBarList } from '#ui/charts/bar-list-drawing.ts'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'

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

test('an outline steps along the other bars and leaves out those without height', () => {
  const shape = { ...numberShape('A', bins, String, null), outlined: [8, 0] }
  const { marks, plot } = drawHistogram(shape, 400, 100)
  const [left, middle, bottom] = [plot.left, plot.left + plot.width / 2, plot.top + plot.height]
  const lines = marks.flatMap((mark) =>
    mark.shape === 'line' && mark.paint === 'outline' ? [[mark.x, mark.y, mark.toX, mark.toY]] : [],
  )
  expect(lines).toEqual([
    [left, bottom, left, plot.top],
    [left, plot.top, middle, plot.top],
    [middle, plot.top, middle, bottom],
  ])
})

test('bars of a category have labels and texts, and zero draws nothing', () => {
  const bars = [
    { label: '1 · A long label that is cut at some letters', share: 0.5, behind: 1, text: '5.0% / 10.0%' },
    { label: '2', share: 0, behind: 0, text: '0.0% / 0.0%' },
  ]
  const { marks, width, height } = drawBarList(bars, 640)
  expect(marks.filter(({ shape }) => shape === 'rect')).toHaveLength(1)
  expect(marks.filter(({ paint }) => paint === 'outline')).toHaveLength(4)
  const texts = marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))
  expect(texts).toEqual(['1 · A long label that is cut at…', '5.0% / 10.0%', '2', '0.0% / 0.0%'])
  expect([width, height]).toEqual([640, 44])
})
