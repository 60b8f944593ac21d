import { expect, test } from 'vitest'
import { DATA_TYPES } from '#domain/data-types.ts'
import { fits, storedColumns } from '#server/model/data-types.ts'

test.each([
  ['12.5', ['numberrange']],
  ['1987-03-01', ['date', 'fuzzydate']],
  ['1987-0U-UU', ['fuzzydate']],
  ['007', []],
])('among the restricted data types, %s fits %j', (answer, dataTypes) => {
  const restricting = DATA_TYPES.filter((dataType) => !fits('never', dataType))
  expect(restricting).toEqual(['numberrange', 'date', 'fuzzydate'])
  expect(restricting.filter((dataType) => fits(answer, dataType))).toEqual(dataTypes)
})

test('stores a date as its text and the ends of its interval', () => {
  const columns = storedColumns('ONSET', 'fuzzydate')
  expect(columns.map(({ name, type, toValue }) => [name, type, toValue('1987-0U-UU')])).toEqual([
    ['ONSET', 'TEXT', '1987-0U-UU'],
    ['ONSET__first', 'DATE', '1987-01-01'],
    ['ONSET__last', 'DATE', '1987-09-30'],
  ])
  expect(storedColumns('AGE', 'numberrange').map(({ type }) => type)).toEqual(['FLOAT8'])
})
