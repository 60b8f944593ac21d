import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateShape, histogramName, numberShape, percentsOf, sharesShape } from '#ui/charts/histogram-shape.ts'

const bin = (from: number, to: number, count: number) => ({ from, to, count })

test('whole numbers are in the middle of their width', () => {
  const bins = [bin(0, 1, 3), bin(2, 3, 5), bin(4, 5, 0)]
  const shape = numberShape('AGE', bins, String, { quantiles: [0, 1, 2, 3, 5], whiskers: [0, 3], outliers: [5] })
  expect(shape.ticks.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5'])
  // Six numbers, each a sixth of the axis.
  expect(shape.box).toMatchObject({ median: 2.5 / 6, outliers: [5.5 / 6] })
  expect(histogramName(shape)).toBe('Histogram of AGE, 0 to 5, peak at 2 to 3')
})

test('other numbers begin at the edge of their bin', () => {
  const shape = numberShape('BMI', [bin(10, 20, 1), bin(20, 30, 1)], String, null)
  expect(shape.ticks.at(0)).toEqual({ share: 0, text: '10' })
  expect(shape.ticks.at(-1)).toEqual({ share: 1, text: '30' })
  expect(shape.ranges).toEqual(['10 to under 20', '20 to 30'])
})

test('the labels of an axis have equally many decimals', () => {
  const textsOf = (from: number, to: number) =>
    numberShape('CRP', [bin(from, (from + to) / 2, 1), bin((from + to) / 2, to, 1)], String, null).ticks.map(
      ({ text }) => text,
    )
  expect(textsOf(0, 2.5)).toEqual(['0.0', '0.5', '1.0', '1.5', '2.0', '2.5'])
  expect(textsOf(0, 50)).toEqual(['0', '10', '20', '30', '40', '50'])
  expect(textsOf(0, 0.000_000_5)).toContain('1e-7')
})

test('dates are on an axis of years or months', () => {
  const years = [
    { from: '1980', to: '1984', count: 1 },
    { from: '1985', to: '1989', count: 4 },
  ]
  const shape = dateShape('BIRTH', years, String, ['1980', '1982', '1985', '1985', '1989'])
  expect(shape.box?.median).toBeCloseTo(5.5 / 10)
  expect(histogramName(shape)).toBe('Histogram of BIRTH, 1980 to 1989, peak at 1985 to 1989')
  const months = [
    { from: '2020-01', to: '2020-01', count: 0 },
    { from: '2020-02', to: '2020-02', count: 0 },
  ]
  const empty = dateShape('SEEN', months, String, [
    '2020-01-01',
    '2020-01-16',
    '2020-02-01',
    '2020-02-16',
    '2020-02-29',
  ])
  expect(empty.box?.lower).toBeCloseTo(0.25)
  expect(empty.box?.upper).toBeCloseTo(0.75)
  expect(histogramName(empty)).toBe('Histogram of SEEN, 2020-01 to 2020-02')
})

test('a tick of dates stands where its year or month begins', () => {
  const ticksOf = (...ranges: readonly (readonly [from: string, to: string])[]) =>
    dateShape(
      'SEEN',
      ranges.map(([from, to]) => ({ from, to, count: 1 })),
      String,
      null,
    ).ticks
  expect(ticksOf(['1998', '1999'], ['2000', '2001'])).toEqual([
    { share: 0, text: '1998' },
    { share: 0.5, text: '2000' },
  ])
  expect(ticksOf(['1998', '1998'], ['1999', '1999'])[1]).toEqual({ share: 0.5, text: '1999' })
  expect(ticksOf(['2020-01', '2020-01'], ['2020-02', '2020-02'])[1]).toEqual({ share: 0.5, text: '2020-02' })
})

test('a cohort over the whole is drawn as shares of its own number', () => {
  const shape = numberShape('AGE', [bin(0, 9, 1), bin(10, 19, 3), bin(20, 29, 0)], String, null)
  const cohort = { name: 'Cases', counts: [1, 3, 0] }
  const shares = sharesShape(shape, cohort, { name: 'All', counts: [50, 30, null] })
  expect(shares).toMatchObject({ counts: [25, 75, 0], outlined: [62.5, 37.5, 0], scaleUnit: '% of each' })
  expect(shares.wordsOf?.(1)).toBe('3, 75.0% of Cases; 37.5% of All')
  expect(shares.wordsOf?.(2)).toBe('0, 0.0% of Cases; hidden of All')
  expect(sharesShape(shape, { name: 'Cases', counts: [1, null, 0] }, cohort).wordsOf?.(1)).toBe(
    'hidden of Cases; 75.0% of Cases',
  )
  expect(histogramName(shares)).toBe('Histogram of AGE, 0 to 29, peak at 10 to 19, % of Cases, All as an outline')
  expect(shape.spanWords({ first: 0, last: 1 })).toBe('0 to 19')
})

test('percentages of shown counts add up to 100, and suppressed counts have none', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(1_000_000)), { minLength: 1 }), (counts) => {
      const percents = percentsOf({ name: 'X', counts })
      const sum = percents.reduce<number>((before, percent) => before + (percent ?? 0), 0)
      expect(sum).toBeCloseTo(counts.some((count) => count !== null && count > 0) ? 100 : 0)
      expect(percents.map((percent) => percent === null)).toEqual(counts.map((count) => count === null))
    }),
  )
})

test('several bars of fractions end before the next bar, the last at its end', () => {
  const { spanWords } = numberShape('BMI', [bin(10, 20, 1), bin(20, 30, 1), bin(30, 40, 1)], String, null)
  expect(spanWords({ first: 0, last: 1 })).toBe('10 to under 30')
  expect(spanWords({ first: 1, last: 2 })).toBe('20 to 40')
})
