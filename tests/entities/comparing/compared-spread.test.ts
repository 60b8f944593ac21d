import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DistributionOfCohort, SummaryOfCohort } from '#contract/shapes/entities.ts'
import { svgOf } from '#domain/pictures/svg-document.ts'
import {
  answersOf,
  comparedBars,
  comparedBoxes,
  countsOfCohort,
  type CohortAnswers,
} from '#entities/comparing/compared-spread.ts'
import { aligned } from '#entities/comparing/compared-table.tsx'
import { madeVariable } from '#tests/support/made-variable.ts'
import { drawComparedBars } from '#ui/charts/compared-drawing.ts'

const AGE = madeVariable('AGE', [], 'numberrange')

function cohort(name: string, counts: readonly (number | null)[], from = 10): CohortAnswers {
  const spread: DistributionOfCohort = {
    cohortId: name.length,
    categories: [],
    bins: counts.map((count, place) => ({ from: from + 10 * place, to: from + 10 * place + 9, count })),
    missing: 4,
    noRecord: 2,
    leftOut: [],
  }
  const answered = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return { name, spread, summary: undefined, answered }
}

function summary(cohortId: number, part: Partial<SummaryOfCohort>): SummaryOfCohort {
  return { cohortId, numbers: null, dates: null, lengths: null, leftOut: [], ...part }
}

const counts = fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 })

test('shares are of the answers of each cohort and add up to all of them', () => {
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const picture = comparedBars(AGE, [cohort('One', one), cohort('Other', other)])
      const sums = picture?.groups.map(({ shares }) => shares.reduce<number>((sum, share) => sum + (share ?? 0), 0))
      for (const [place, sides] of [one, other].entries()) {
        const whole = sides.reduce((sum, count) => sum + count, 0)
        expect(sums?.[place]).toBeCloseTo(whole === 0 ? 0 : 100)
      }
    }),
  )
})

test('a table twin has the counts and percentages of each cohort, and suppressed bins as hidden', () => {
  const picture = comparedBars(AGE, [cohort('One', [1, 0, 3]), cohort('Other', [null, 10, 30])])
  expect(picture?.table).toEqual([
    ['AGE', 'One, n', 'One, %', 'Other, n', 'Other, %'],
    ['10 to 19', '1', '25.0%', 'hidden', ''],
    ['20 to 29', '0', '0.0%', '10', '25.0%'],
    ['30 to 39', '3', '75.0%', '30', '75.0%'],
  ])
  expect(picture?.hasHidden).toBe(true)
  expect(picture?.groups.map(({ detail }) => detail)).toEqual(['4 answers', '40 answers shown'])
  expect(picture?.name).toBe('Distributions of AGE in 2 cohorts, 10 to 39')
  const { areas, marks } = drawComparedBars(picture?.groups ?? [], 640, 200)
  expect(areas.map(({ words }) => words)).toEqual([
    '10 to 19: One 25.0%, Other hidden',
    '20 to 29: One 0.0%, Other 25.0%',
    '30 to 39: One 75.0%, Other 75.0%',
  ])
  // Four bars with a count above 0, and two swatches.
  expect(marks.filter(({ paint }) => paint.startsWith('series'))).toHaveLength(6)
})

test('cohorts on different bins have no picture', () => {
  expect(comparedBars(AGE, [cohort('One', [1, 2, 3]), cohort('Other', [1, 2, 3], 11)])).toBeNull()
  expect(comparedBars(AGE, [cohort('One', [1]), cohort('Other', [1])])).toBeNull()
})

test('box plots have the five numbers of each cohort', () => {
  const numbers = {
    n: 3,
    mean: 21,
    sd: 2,
    quantiles: [10, 15, 20, 25, 39] as [number, number, number, number, number],
    whiskers: null,
    outliers: { below: 0, above: 0, values: [] },
  }
  const one = { ...cohort('One', [1, 1, 1]), summary: summary(3, { numbers }) }
  const picture = comparedBoxes(AGE, [one, cohort('Other', [0, 1, 0])])
  expect(picture?.table[1]).toEqual(['One', '3', '21', '2', '10', '15', '20', '25', '39'])
  expect(picture?.table[2]?.slice(1)).toEqual(['0', '–', '–', '–', '–', '–', '–', '–'])
  expect(picture?.groups[0]?.boxWords).toBe('median 20, quartiles 15 and 25, range 10 to 39')
  if (picture) expect(svgOf(picture.draw(), picture.title)).toContain('fill-opacity="0.5"')
  expect(comparedBoxes(AGE, [cohort('One', [1, 2, 3])])).toBeNull()
})

test('dates are compared by the bins of their summary, with unknown years and unreadable dates apart', () => {
  const BIRTH = { ...AGE, variableName: 'BIRTH', dataType: 'fuzzydate' }
  const bin = (year: string, count: number) => ({ from: year, to: year, count })
  const dates = { n: 4, quantiles: null, bins: [bin('1980', 1), bin('1981', 2)], withoutYear: 1 }
  const { spread } = cohort('One', [])
  const answers: CohortAnswers = {
    name: 'One',
    spread: {
      ...spread,
      bins: undefined,
      categories: [
        ['1980-01-01', 1],
        [null, 7],
      ],
    },
    summary: summary(3, { dates }),
    answered: 11,
  }
  expect([...countsOfCohort(BIRTH, answers)]).toEqual([
    ['1980', 1],
    ['1981', 2],
    ['Year unknown', 1],
    ['Values not shown (no access)', 7],
    ['No answer recorded', 4],
    ['No record', 2],
  ])
  expect(comparedBars(BIRTH, [answers, answers])?.groups[0]?.shares).toEqual([100 / 11, 200 / 11])
})

test('picture and table have one denominator: the answers, not the cohort', () => {
  const pair = [cohort('One', [1, 0, 3]), cohort('Other', [10, 0, 30])]
  const wholes = pair.map((each) => answersOf(AGE, each))
  expect(wholes).toEqual([4, 40])
  const rows = aligned(
    pair.map((each) => countsOfCohort(AGE, each)),
    { areInOrder: true, wholes, withoutShare: ['No answer recorded', 'No record'] },
  )
  expect(rows.map(({ cells }) => cells[0]?.share)).toEqual([25, 0, 75, null, null])
  expect(comparedBars(AGE, pair)?.groups[0]?.shares).toEqual([25, 0, 75])
})

test('several answers are shares of the individuals who answered', () => {
  const several = madeVariable('HELP', ['1', '2'], 'multicategory')
  const one = cohort('One', [])
  const answers = {
    ...one,
    answered: 10,
    spread: {
      ...one.spread,
      bins: undefined,
      categories: [
        ['1', 8],
        ['2', 7],
      ] as [string, number][],
    },
  }
  expect(answersOf(several, answers)).toBe(10)
})
