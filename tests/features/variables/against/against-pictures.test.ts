import { expect, test } from 'vitest'
import type { PlotAxis, TwoVariables } from '#contract/shapes/entities.ts'
import { conditionText } from '#domain/cohorts/rules.ts'
import { cellsPicture, conditionsOf, mosaicPicture } from '#features/variables/against/against-pictures.ts'
import { boxesPicture } from '#features/variables/against/boxes-picture.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

const axis = (variableName: string, part: Partial<PlotAxis>): PlotAxis => ({
  variableName,
  dataType: part.values ? 'categorical' : 'numberrange',
  values: null,
  bins: null,
  ...part,
})

const AGE = madeVariable('AGE', [], 'numberrange')
const BMI = madeVariable('BMI', [], 'numberrange')
const SEX = { ...madeVariable('SEX', ['1', '2']), valueMapping: { 1: 'male', 2: 'female' } }
const DX = madeVariable('DX', ['a', 'b', 'c'])

const AGES = axis('AGE', {
  bins: [
    { from: 10, to: 19 },
    { from: 20, to: 29 },
  ],
})
const BMIS = axis('BMI', {
  bins: [
    { from: 10.5, to: 20 },
    { from: 20, to: 29.5 },
  ],
})
const SEXES = axis('SEX', { values: ['1', '2'] })

function tableOf(axes: TwoVariables['axes'], cells: TwoVariables['cells']): TwoVariables {
  return {
    axes,
    cells,
    points: null,
    answered: cells.reduce((sum, [, , count]) => sum + count, 0),
    missing: [0, 0, 0],
    correlation: null,
    onlyReadable: false,
    leftOut: [],
  }
}

const texts = (conditions: Parameters<typeof conditionText>[0][]) => conditions.map(conditionText)

test('a cell of two numbers has the conditions of both bins, numbers growing upwards', () => {
  const table = tableOf(
    [AGES, BMIS],
    [
      [0, 0, 3],
      [1, 1, 7],
    ],
  )
  const picture = cellsPicture({ variables: [AGE, BMI], table })
  const { areas } = picture.drawAt(600)
  expect(areas.map(({ place, words }) => [words, ...texts([...picture.whereOf(place)])])).toEqual([
    ['AGE 20 to 29, BMI 20 to 29.5: 7 individuals', 'AGE*BETWEEN*20*29', 'BMI*GTE*20'],
    ['AGE 10 to 19, BMI 10.5 to under 20: 3 individuals', 'AGE*BETWEEN*10*19', 'BMI*LT*20'],
  ])
  expect(areas[0]?.place).toBe(picture.start)
  expect(picture.name).toBe(
    'Binned scatter plot of AGE against BMI, 10 individuals, most in AGE 20 to 29, BMI 20 to 29.5: 7 individuals',
  )
  expect(picture.table).toEqual([
    ['AGE', 'BMI', 'Individuals', '% of answers'],
    ['10 to 19', '10.5 to under 20', '3', '30.0%'],
    ['20 to 29', '20 to 29.5', '7', '70.0%'],
  ])
})

test('a single bin has a condition that leaves out missing answers', () => {
  expect(texts([...conditionsOf(axis('AGE', { bins: [{ from: 3, to: 3 }] }), 0)])).toEqual(['AGE*BETWEEN*3*3'])
})

test('a mosaic has its counts and totals as a table, and two conditions in each part', () => {
  const table = tableOf(
    [axis('DX', { values: ['a', 'b', 'c'] }), SEXES],
    [
      [0, 0, 1],
      [1, 0, 3],
      [2, 1, 6],
    ],
  )
  const picture = mosaicPicture({ variables: [DX, SEX], table })
  expect(picture.table).toEqual([
    ['SEX', 'a', 'b', 'c', 'Total'],
    ['1 · male', '1', '3', '0', '4'],
    ['2 · female', '0', '0', '6', '6'],
  ])
  const { areas } = picture.drawAt(600)
  expect(areas.map(({ place, words }) => [words, ...texts([...picture.whereOf(place)])])).toEqual([
    ['DX a, SEX 1 · male: 1 individual, 25.0% of 1 · male', 'DX*EQ*a', 'SEX*EQ*1'],
    ['DX b, SEX 1 · male: 3 individuals, 75.0% of 1 · male', 'DX*EQ*b', 'SEX*EQ*1'],
    ['DX c, SEX 2 · female: 6 individuals, 100.0% of 2 · female', 'DX*EQ*c', 'SEX*EQ*2'],
  ])
})

test('box plots are of the number by the category, whichever stands first', () => {
  const groups = [
    { answered: 3, mean: 14, sd: 2, quantiles: [10, 12, 14, 16, 28] as [number, number, number, number, number] },
    { answered: 0, mean: null, sd: null, quantiles: null },
  ]
  for (const first of [0, 1]) {
    const axes: TwoVariables['axes'] = first === 0 ? [AGES, SEXES] : [SEXES, AGES]
    const picture = boxesPicture(
      { variables: first === 0 ? [AGE, SEX] : [SEX, AGE], table: tableOf(axes, [[0, 0, 3]]) },
      groups,
    )
    expect(picture.table.slice(1)).toEqual([
      ['1 · male', '3', '14', '2', '10', '12', '14', '16', '28'],
      ['2 · female', '0', '–', '–', '–', '–', '–', '–', '–'],
    ])
    expect(picture.drawAt(600).areas.map(({ words }) => words)).toEqual([
      '1 · male, 3 answers: median 14, quartiles 12 and 16, range 10 to 28',
      '2 · female, 0 answers',
    ])
    expect(texts([...picture.whereOf(0)])).toEqual(['SEX*EQ*1', 'AGE*BETWEEN*10*28'])
    expect(picture.whereOf(1)).toEqual([])
    expect(picture.name).toBe('Box plots of AGE in 2 groups, 10 to 29, by SEX')
  }
})
