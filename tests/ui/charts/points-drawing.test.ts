import { expect, test } from 'vitest'
import type { Mark } from '#domain/pictures/marks.ts'
import { drawPoints } from '#ui/charts/two-way-drawing.ts'

const axis = (unit: string) => ({ unit, labels: ['low', 'high'], ticks: [{ share: 0, text: '0' }] })
const SHAPE = {
  columns: axis('BMI'),
  rows: axis('AGE'),
  cells: [
    [0, 0, 3],
    [1, 1, 1],
  ] as const,
  format: String,
  wordsOf: (column: number, row: number, count: number) => `${column} ${row}: ${count}`,
}

test('points stand at their exact places, darker with more individuals, inside of the area of their cell', () => {
  const { marks, areas } = drawPoints(
    SHAPE,
    [
      [0.25, 0.1, 1],
      [0.25, 0.4, 2],
      [1, 1, 1],
    ],
    600,
  )
  const dots = marks.filter((mark): mark is Extract<Mark, { shape: 'dot' | 'ring' }> => mark.shape === 'dot')
  expect(dots.slice(0, 3).map(({ strength }) => strength)).toEqual([0.75, 0.94, 0.75])
  const [last, first] = areas
  expect(areas.map(({ words }) => words)).toEqual(['1 1: 1', '0 0: 3'])
  const { x = 0, y = 0, width = 0, height = 0 } = first ?? {}
  expect(dots[0]?.x).toBeCloseTo(x + width / 2, 1)
  expect(dots[0]?.y).toBeCloseTo(y + height * 0.8, 1)
  expect(dots[1]?.y).toBeCloseTo(y + height * 0.2, 1)
  // The greatest answers of both are at the upper right corner.
  expect([dots[2]?.x, dots[2]?.y]).toEqual([(last?.x ?? 0) + (last?.width ?? 0), last?.y])
})

test('a legend explains the opacity if several individuals share a point', () => {
  const textsOf = (individuals: number) =>
    drawPoints(SHAPE, [[0, 0, individuals]], 600).marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))
  expect(textsOf(2)).toContain('4 or more individuals')
  expect(textsOf(1)).not.toContain('4 or more individuals')
})
