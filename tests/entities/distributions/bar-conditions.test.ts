import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { conditionText } from '#domain/cohorts/rules.ts'
import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import type { DataType } from '#domain/data-types.ts'
import {
  chosenCodes,
  conditionOfBars,
  conditionsOfBars,
  conditionWithCode,
  numberBelow,
  outcomeOfCode,
  outcomesOfBars,
  spanOfCondition,
  type Bars,
} from '#entities/distributions/bar-conditions.ts'
import { edgeOf, evenBins, roundBins, type Bins } from '#server/engine/counts/bins.ts'
import { conditionOutcome } from '#tests/reference/condition.ts'
import { conditionOn } from '#tests/support/arbitrary-study.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'

const numRuns = fuzzRuns(300)

/** The bins of the response. */
function shownBins(bins: Bins): Bars {
  const shown = Array.from({ length: bins.count }, (_, place) => ({
    from: edgeOf(bins, place),
    to: edgeOf(bins, place + 1) - (bins.isWhole ? 1 : 0),
  }))
  return { kind: 'number', bins: shown }
}

/** The bin that the server counts an answer in. */
function placeOf(bins: Bins, answer: number): number {
  const places = Array.from({ length: bins.count - 1 }, (_, place) => place + 1)
  return places.filter((place) => answer >= edgeOf(bins, place)).length
}

const fraction = fc
  .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.constantFrom(1, 3, 7, 10, 1_000))
  .map(([number, divisor]) => number / divisor)

interface Drawn {
  readonly bins: Bins
  readonly answers: readonly number[]
}

const even = (answers: readonly number[], parts: number | null) =>
  evenBins(Math.min(...answers), Math.max(...answers), 20, parts)

const ofWholeNumbers: fc.Arbitrary<Drawn> = fc
  .array(fc.integer({ min: -50, max: 150 }), { minLength: 2 })
  .map((answers) => ({ answers, bins: even(answers, 1) }))

const ofFractions: fc.Arbitrary<Drawn> = fc
  .array(fraction, { minLength: 2 })
  .map((answers) => ({ answers, bins: even(answers, null) }))

/** With disclosure control the range leaves answers beyond either end. */
const ofFixedBins: fc.Arbitrary<Drawn> = fc
  .tuple(fc.array(fraction, { minLength: 2 }), fraction, fraction)
  .map(([answers, one, other]) => ({ answers, bins: roundBins(Math.min(one, other), Math.max(one, other)) }))

const drawn = fc.oneof(ofWholeNumbers, ofFractions, ofFixedBins).filter(({ bins }) => bins.count > 1)

const NUMBER = { name: 'X', dataType: 'numberrange' }

function matches(dataType: string, answer: string, condition: Condition): boolean | null {
  return conditionOutcome({ name: 'X', dataType }, { X: answer }, condition, true)
}

const spanWithin = (count: number, one: number, other: number) => {
  const [first, last] = [one % count, other % count]
  return { first: Math.min(first, last), last: Math.max(first, last) }
}

describe('the conditions of consecutive bars', () => {
  it('match exactly the answers that these bars count, as two conditions and as one', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), fc.nat(), ({ bins, answers }, one, other) => {
        const span = spanWithin(bins.count, one, other)
        const bars = shownBins(bins)
        const conditions = conditionsOfBars(bars, span)
        const single = conditionOfBars(bars, span)
        if (single === null) throw new Error('There is no condition.')
        for (const condition of [...conditions, single]) {
          expect(conditionProblem(NUMBER.dataType, condition)).toBeNull()
        }
        // Edges of the bars are answers, too.
        const edges = bars.kind === 'number' && !bins.isWhole ? bars.bins.flatMap(({ from, to }) => [from, to]) : []
        for (const answer of [...answers, ...edges]) {
          const place = placeOf(bins, answer)
          const isCounted = place >= span.first && place <= span.last
          const all = conditions.every((condition) => matches('numberrange', String(answer), condition) === true)
          expect([all, matches('numberrange', String(answer), single)]).toEqual([isCounted, isCounted])
        }
      }),
      { numRuns },
    )
  })

  it('give the same bars back', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), fc.nat(), ({ bins }, one, other) => {
        const span = spanWithin(bins.count, one, other)
        const bars = shownBins(bins)
        const condition = conditionOfBars(bars, span)
        expect(condition && spanOfCondition(bars, condition)).toEqual(span)
      }),
      { numRuns },
    )
  })

  it('end at the last whole number, or before the next bar; the first and the last bar of fractions are open', () => {
    const textOf = (bars: Bars, first: number, last: number) =>
      conditionsOfBars(bars, { first, last }).map((one) => conditionText({ variableName: 'X', ...one }))
    const whole: Bars = {
      kind: 'number',
      bins: [
        { from: 18, to: 21 },
        { from: 22, to: 25 },
        { from: 26, to: 29 },
      ],
    }
    expect(textOf(whole, 0, 1)).toEqual(['X*BETWEEN*18*25'])
    const single: Bars = {
      kind: 'number',
      bins: [
        { from: 0, to: 0 },
        { from: 1, to: 1 },
      ],
    }
    expect(textOf(single, 1, 1)).toEqual(['X*EQ*1'])
    const fractions: Bars = {
      kind: 'number',
      bins: [
        { from: 14.2, to: 14.65 },
        { from: 14.65, to: 15.1 },
        { from: 15.1, to: 15.55 },
      ],
    }
    expect(textOf(fractions, 0, 0)).toEqual(['X*LT*14.65'])
    expect(textOf(fractions, 1, 1)).toEqual(['X*GTE*14.65', 'X*LT*15.1'])
    expect(textOf(fractions, 1, 2)).toEqual(['X*GTE*14.65'])
    expect(textOf(fractions, 0, 2)).toEqual(['X*VALID'])
    expect(conditionOfBars(fractions, { first: 1, last: 1 })).toEqual({
      operator: 'BETWEEN',
      values: ['14.65', '15.099999999999998'],
    })
  })
})

test('the number below another has no number between them', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (number) => {
      const below = numberBelow(number)
      expect(below).toBeLessThan(number)
      if (Math.abs(number) > 1e-300) expect([below, number]).toContain((below + number) / 2)
    }),
    { numRuns },
  )
  expect(numberBelow(0)).toBe(-2.2250738585072014e-308)
})

const DAY = fc
  .date({ min: new Date('1986-01-01'), max: new Date('1989-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const PARTIAL = fc
  .tuple(DAY, fc.constantFrom(10, 7, 4))
  .map(([day, kept]) => day.slice(0, kept).padEnd(10, '-UU-UU').slice(0, 10))
const UNKNOWN_DAY = PARTIAL.map((date) => (date.length === 10 && dateParts(date) ? date : '1987-UU-UU'))

function dateParts(date: string): boolean {
  return /^\d{4}-(\d\d-\d\d|\d\d-UU|UU-UU)$/.test(date)
}

const YEARS: Bars = { kind: 'date', bins: ['1986', '1987', '1988', '1989'].map((year) => ({ from: year, to: year })) }
const TWO_YEARS: Bars = {
  kind: 'date',
  bins: [
    { from: '1986', to: '1987' },
    { from: '1988', to: '1989' },
  ],
}
const MONTHS: Bars = {
  kind: 'date',
  bins: Array.from({ length: 24 }, (_, month) => {
    const text = `${1987 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
    return { from: text, to: text }
  }),
}

/** The bar of a date whose year, or month, is known. */
function placeOfDate({ bins }: Bars, date: string): number {
  return bins.findIndex(({ from, to }) => {
    const part = date.slice(0, String(from).length)
    return part >= String(from) && part <= String(to)
  })
}

describe('the condition of bars of dates', () => {
  it('matches exactly the dates of these bars, partial ones by year', () => {
    fc.assert(
      fc.property(fc.constantFrom(YEARS, TWO_YEARS), UNKNOWN_DAY, fc.nat(), fc.nat(), (bars, date, one, other) => {
        const span = spanWithin(bars.bins.length, one, other)
        const place = placeOfDate(bars, date)
        const condition = conditionOfBars(bars, span)
        expect(condition && matches('fuzzydate', date, condition)).toBe(place >= span.first && place <= span.last)
      }),
      { numRuns },
    )
  })

  it('matches exactly the days of these months', () => {
    fc.assert(
      fc.property(DAY, fc.nat(), fc.nat(), (date, one, other) => {
        const span = spanWithin(MONTHS.bins.length, one, other)
        const place = placeOfDate(MONTHS, date)
        const condition = conditionOfBars(MONTHS, span)
        expect(condition && matches('date', date, condition)).toBe(place >= span.first && place <= span.last)
      }),
      { numRuns },
    )
    expect(conditionOfBars(MONTHS, { first: 1, last: 13 })).toEqual({
      operator: 'BETWEEN',
      values: ['1987-02-01', '1988-02-29'],
    })
  })

  it('is outlined by bars that match or not as their dates do', () => {
    fc.assert(
      fc.property(fc.constantFrom(YEARS, TWO_YEARS), UNKNOWN_DAY, conditionOn('fuzzydate'), (bars, date, condition) => {
        const outcome = outcomesOfBars(bars, condition)?.[placeOfDate(bars, date)]
        if (outcome === 'match') expect(matches('fuzzydate', date, condition)).toBe(true)
        if (outcome === 'noMatch') expect(matches('fuzzydate', date, condition)).toBe(false)
      }),
      { numRuns },
    )
  })
})

describe('the outcome of a condition for a bar', () => {
  it('is that of all its numbers', () => {
    fc.assert(
      fc.property(drawn, conditionOn('numberrange'), ({ bins, answers }, condition) => {
        const outcomes = outcomesOfBars(shownBins(bins), condition)
        for (const answer of answers) {
          const outcome = outcomes?.[placeOf(bins, answer)]
          if (outcome === 'match') expect(matches('numberrange', String(answer), condition)).toBe(true)
          if (outcome === 'noMatch') expect(matches('numberrange', String(answer), condition)).toBe(false)
        }
      }),
      { numRuns },
    )
  })

  it('is partly a match for a bar with an edge inside, and unknown for an incomplete condition', () => {
    const bars: Bars = {
      kind: 'number',
      bins: [
        { from: 10, to: 14 },
        { from: 15, to: 19 },
        { from: 20, to: 24 },
      ],
    }
    const outcomes = (operator: Condition['operator'], ...values: string[]) =>
      outcomesOfBars(bars, { operator, values })
    expect(outcomes('GTE', '17')).toEqual(['noMatch', 'partly', 'match'])
    expect(outcomes('BETWEEN', '15', '19')).toEqual(['noMatch', 'match', 'noMatch'])
    expect(outcomes('NEQ', '12')).toEqual(['partly', 'match', 'match'])
    expect(outcomes('VALID')).toEqual(['match', 'match', 'match'])
    expect(outcomes('EQ', '[UNK]')).toEqual(['noMatch', 'noMatch', 'noMatch'])
    expect([outcomes('GTE', ''), outcomes('BETWEEN', '15', '')]).toEqual([null, null])
    const span = (operator: Condition['operator'], ...values: string[]) => spanOfCondition(bars, { operator, values })
    expect(span('GTE', '17')).toBeNull()
    expect(span('GTE', '15')).toEqual({ first: 1, last: 2 })
    expect([span('NEQ', '1'), span('VALID')]).toEqual([
      { first: 0, last: 2 },
      { first: 0, last: 2 },
    ])
    expect([span('EXISTS'), span('LT', '')]).toEqual([null, null])
  })
})

describe('codes', () => {
  it('are added to a condition and removed from it', () => {
    const possible = ['1', '2', '3']
    const one = conditionWithCode(null, '2', possible)
    expect(one).toEqual({ operator: 'EQ', values: ['2'] })
    const two = conditionWithCode(one, '1', possible)
    expect(two).toEqual({ operator: 'ANYOF', values: ['1', '2'] })
    expect(conditionWithCode(two, '2', possible)).toEqual({ operator: 'EQ', values: ['1'] })
    expect(conditionWithCode(one, '2', possible)).toEqual({ operator: 'EQ', values: [''] })
    expect(conditionWithCode({ operator: 'NEQ', values: ['1'] }, '1', possible)).toEqual({
      operator: 'EQ',
      values: ['1'],
    })
    expect(chosenCodes({ operator: 'EQ', values: [''] })).toEqual([])
  })

  it('have the outcome of every answer with this code', () => {
    const possibleValues = ['1', '2', '3']
    fc.assert(
      fc.property(
        fc.constantFrom<DataType>('categorical', 'multicategory'),
        fc.subarray(['1', '2', '3', '9'], { minLength: 1 }),
        fc.constantFrom<Condition>(
          { operator: 'EQ', values: ['1'] },
          { operator: 'NEQ', values: ['2'] },
          { operator: 'ANYOF', values: ['1', '9'] },
          { operator: 'VALID', values: [] },
          { operator: 'EXISTS', values: [] },
        ),
        (dataType, codes, condition) => {
          const answered = dataType === 'categorical' ? codes.slice(0, 1) : codes
          const matched = conditionOutcome(
            { name: 'X', dataType, possibleValues },
            { X: answered.join(';') },
            condition,
            true,
          )
          for (const code of answered) {
            const outcome = outcomeOfCode({ dataType, possibleValues }, code, condition)
            if (outcome !== 'partly') expect(outcome === 'match').toBe(matched)
          }
        },
      ),
      { numRuns },
    )
  })

  it('match as their answers do; beside another code the outcome is open', () => {
    const outcomes = (dataType: string, condition: Condition) =>
      ['1', '2', '9'].map((code) => outcomeOfCode({ dataType, possibleValues: ['1', '2'] }, code, condition))
    const not1 = { operator: 'NEQ', values: ['1'] } as const
    expect(outcomes('categorical', not1)).toEqual(['noMatch', 'match', 'match'])
    expect(outcomes('multicategory', not1)).toEqual(['noMatch', 'partly', 'partly'])
    const any = { operator: 'ANYOF', values: ['1', '9'] } as const
    expect(outcomes('categorical', any)).toEqual(['match', 'noMatch', 'match'])
    // A code that the variable does not declare is no valid answer.
    const valid = { operator: 'VALID', values: [] } as const
    expect(outcomes('categorical', valid)).toEqual(['match', 'match', 'noMatch'])
    expect(outcomes('multicategory', valid)).toEqual(['partly', 'partly', 'noMatch'])
    expect(outcomes('categorical', { operator: 'EQ', values: [''] })).toEqual([null, null, null])
    expect(outcomes('categorical', { operator: 'EQ', values: ['[UNK]'] })).toEqual(['noMatch', 'noMatch', 'noMatch'])
  })
})
