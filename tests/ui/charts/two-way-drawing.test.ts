import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCells, drawMosaic } from '#ui/charts/two-way-drawing.ts'
import type { TwoWayShape } from '#ui/charts/two-way-frame.ts'

const axis = (unit: string, labels: readonly string[]) => ({ unit, labels, ticks: null })

function shapeOf(matrix: readonly (readonly number[])[]): TwoWayShape {
  const cells = matrix.flatMap((counts, column) => counts.map((count, row) => [column, row, count] as const))
  return {
    columns: axis(
      'SEX',
      matrix.map((_, place) => `s${place}`),
    ),
    rows: axis(
      'DX',
      (matrix[0] ?? []).map((_, place) => `d${place}`),
    ),
    cells: cells.filter(([, , count]) => count > 0),
    format: String,
    wordsOf: (column, row, count) => `s${column} d${row}: ${count}`,
  }
}

const matrices = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 7 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(fc.nat(500), { minLength: rows, maxLength: rows }), { minLength: columns, maxLength: columns }),
  )
  .filter((matrix) => matrix.flat().some((count) => count > 0))

test('the areas of a mosaic are in proportion to its counts, and empty cells have none', () => {
  fc.assert(
    fc.property(matrices, (matrix) => {
      const whole = matrix.flat().reduce((sum, count) => sum + count, 0)
      const { areas } = drawMosaic(shapeOf(matrix), 1000)
      expect(areas).toHaveLength(matrix.flat().filter((count) => count > 0).length)
      const plot = 240 * (1000 - 41 - 3 * (matrix.filter((counts) => counts.some((count) => count > 0)).length - 1) - 6)
      for (const { place, width, height } of areas) {
        const [column, row] = [place % matrix.length, Math.floor(place / matrix.length)]
        const expected = (plot * (matrix[column]?.[row] ?? 0)) / whole
        // A hairline of one pixel between the parts, and at least one pixel.
        expect(Math.abs(width * height - expected)).toBeLessThanOrEqual(width + height + 2)
      }
    }),
  )
})

test('cells are read row by row from the top, numbers upwards and categories downwards', () => {
  const matrix = [
    [1, 0, 4],
    [0, 2, 0],
  ]
  const categories = drawCells(shapeOf(matrix), 600)
  expect(categories.areas.map(({ place, words }) => [place, words])).toEqual([
    [0, 's0 d0: 1'],
    [3, 's1 d1: 2'],
    [4, 's0 d2: 4'],
  ])
  const shape = shapeOf(matrix)
  const numbers = drawCells({ ...shape, rows: { ...shape.rows, ticks: [{ share: 0.5, text: '1' }] } }, 600)
  expect(numbers.areas.map(({ place, words }) => [place, words])).toEqual([
    [0, 's0 d2: 4'],
    [3, 's1 d1: 2'],
    [4, 's0 d0: 1'],
  ])
})

test('darker cells have more individuals', () => {
  const { marks } = drawCells(shapeOf([[1, 10, 100]]), 600)
  const strengths = marks.flatMap((mark) => (mark.shape === 'rect' && mark.width > 10 ? (mark.strength ?? 1) : []))
  expect(strengths).toEqual(strengths.toSorted((one, other) => one - other))
  expect(strengths).toHaveLength(3)
  expect(strengths.at(-1)).toBe(1)
})
