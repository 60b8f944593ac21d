import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Variable } from '#contract/shapes/shapes.ts'
import { pyramidOf, pyramidRequest } from '#entities/cohorts/counts/pyramid.ts'
import { namesToFind, sexAndAgeIn } from '#entities/cohorts/sex-and-age.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const variable = (name: string, dataType: string, fields: object = {}) =>
  entityOf(Variable, { variable_name: name, data_type: dataType, ...fields })

const SEX = variable('SEX', 'categorical', {
  possible_values: ['1', '2', '9'],
  value_mapping: { '1': 'Female', '2': 'Male', '9': 'Not stated' },
  observations: 5,
})
const AGE = variable('AGE', 'numberrange', { observations: 3 })

test('finds the variables with usual names, of several the one with the most answers', () => {
  expect(namesToFind(null)).toContain('INTERVIEW_AGE')
  const later = variable('INTERVIEW_AGE', 'numberrange', { observations: 9 })
  expect(sexAndAgeIn([SEX, AGE, later], null)).toEqual({ sex: SEX, age: later })
  expect(sexAndAgeIn([SEX, variable('AGE', 'categorical')], null)).toBeNull()
  expect(sexAndAgeIn([variable('SEX', 'categorical', { possible_values: ['1'] }), AGE], null)).toBeNull()
})

test('uses the chosen variables alone', () => {
  const chosen = { sex: 'SEX', age: 'MOOD' }
  expect(namesToFind(chosen)).toEqual(['SEX', 'MOOD'])
  expect(sexAndAgeIn([SEX, AGE], chosen)).toBeNull()
})

test('counts each age in exactly one band', () => {
  const { values } = pyramidRequest(12, { sex: 'SEX', age: 'AGE' })
  const holds = (operator: string, limit: number, age: number) => (operator === 'GTE' ? age >= limit : age < limit)
  fc.assert(
    fc.property(fc.double({ min: -5, max: 130, noNaN: true }), (age) => {
      const matching = values.filter(({ definition }) =>
        definition.constraints.every(
          (constraint) =>
            'constraintType' in constraint && holds(constraint.constraintType, Number(constraint.constraintValue), age),
        ),
      )
      expect(matching).toHaveLength(1)
    }),
  )
})

const band = fc.constantFrom('v0', 'v1', 'v2', 'v5', 'v9', '[UNK]', null)
const answer = fc.constantFrom('1', '2', '9', '[UNK]', null)

test('every individual is in a bar or among those not drawn', () => {
  const row = fc.tuple(band, answer, fc.nat(100))
  const rows = fc.uniqueArray(row, { selector: ([name, value]) => `${name} ${value}` })
  fc.assert(
    fc.property(rows, (data) => {
      const pyramid = pyramidOf({ variableName: 'SEX', data }, SEX, 'AGE')
      const drawn = pyramid?.bands.flatMap(({ bars }) => bars.map(({ count }) => count ?? 0)) ?? []
      const { noAge = 0, noSide = 0 } = pyramid?.notDrawn ?? {}
      const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)
      expect(sum(drawn) + noAge + noSide).toBe(sum(data.map(([, , count]) => count)))
    }),
  )
})

test('draws males at the left, leaves empty bands at the ends out, and names the conditions of each bar', () => {
  const data: [string | null, string | null, number | null][] = [
    ['v2', '1', 3],
    ['v4', '2', null],
    ['v4', '9', 2],
    [null, '1', 1],
  ]
  const pyramid = pyramidOf({ variableName: 'SEX', data }, SEX, 'AGE')
  expect(pyramid?.sides.map(({ words }) => words)).toEqual(['Male', 'Female'])
  expect(pyramid?.bands.map(({ words, bars }) => [words, ...bars.map(({ count }) => count)])).toEqual([
    ['20 to 29', 0, 3],
    ['30 to 39', 0, 0],
    ['40 to 49', null, 0],
  ])
  expect(pyramid?.notDrawn).toEqual({ noAge: 1, noSide: 2 })
  expect(pyramid?.hasHidden).toBe(true)
  expect(pyramid?.bands[0]?.bars[1].where).toEqual([
    { variableName: 'SEX', operator: 'EQ', values: ['1'] },
    { variableName: 'AGE', operator: 'GTE', values: ['20'] },
    { variableName: 'AGE', operator: 'LT', values: ['30'] },
  ])
})
