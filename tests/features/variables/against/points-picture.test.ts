import { expect, test } from 'vitest'
import type { PlotAxis, TwoVariables } from '#contract/shapes/entities.ts'
import { conditionText } from '#domain/cohorts/rules.ts'
import { pointsPicture } from '#features/variables/against/points-picture.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

const axis = (variableName: string, bins: PlotAxis['bins']): PlotAxis => ({
  variableName,
  dataType: 'numberrange',
  values: null,
  bins,
})
const AGE = madeVariable('AGE', [], 'numberrange')
const BMI = madeVariable('BMI', [], 'numberrange')
const TABLE: TwoVariables = {
  axes: [
    axis('AGE', [
      { from: 10, to: 19 },
      { from: 20, to: 29 },
    ]),
    axis('BMI', [
      { from: 10.5, to: 20 },
      { from: 20, to: 29.5 },
    ]),
  ],
  cells: [
    [0, 0, 2],
    [1, 1, 3],
  ],
  points: [],
  answered: 5,
  missing: [0, 0, 0],
  correlation: null,
  onlyReadable: false,
  leftOut: [],
}
const POINTS: NonNullable<TwoVariables['points']> = [
  [10, 10.5, 2],
  [20, 20, 1],
  [29, 29.5, 2],
]

test('a scatter plot names a lone point by its answers, other cells by their ranges', () => {
  const picture = pointsPicture({ variables: [AGE, BMI], table: TABLE }, POINTS)
  const { areas } = picture.drawAt(600)
  expect(
    areas.map(({ place, words }) => [words, ...picture.whereOf(place).map((condition) => conditionText(condition))]),
  ).toEqual([
    ['AGE 20 to 29, BMI 20 to 29.5: 3 individuals', 'AGE*BETWEEN*20*29', 'BMI*GTE*20'],
    ['AGE 10, BMI 10.5: 2 individuals', 'AGE*BETWEEN*10*19', 'BMI*LT*20'],
  ])
  expect(picture.name).toBe(
    'Scatter plot of AGE against BMI, 5 individuals, most in AGE 20 to 29, BMI 20 to 29.5: 3 individuals',
  )
})

test('each point is a row of the table, and has a dot in the middle of its whole number', () => {
  const picture = pointsPicture({ variables: [AGE, BMI], table: TABLE }, POINTS)
  expect(picture.table).toEqual([
    ['AGE', 'BMI', 'Individuals'],
    ['10', '10.5', '2'],
    ['20', '20', '1'],
    ['29', '29.5', '2'],
  ])
  const { marks, areas } = picture.drawAt(600)
  const dots = marks.flatMap((mark) => (mark.shape === 'dot' ? [mark] : []))
  const [upper, lower] = areas
  const bottom = (lower?.y ?? 0) + (lower?.height ?? 0)
  // A cell is ten years high.
  expect(dots[0]?.y).toBeCloseTo(bottom - (lower?.height ?? 0) / 20, 1)
  expect(dots[0]?.x).toBeCloseTo(lower?.x ?? 0, 1)
  expect(dots[2]?.x).toBeCloseTo((upper?.x ?? 0) + (upper?.width ?? 0), 1)
})
