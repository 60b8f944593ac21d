import { expect, test } from 'vitest'
import { namesIn, sortNames, withNameAt } from '#domain/name-list.ts'

test('names are read from a column, a line of CSV or a vector of R', () => {
  expect(namesIn('AGE\r\nSEX\n\n  MOOD_LOW ')).toEqual(['AGE', 'SEX', 'MOOD_LOW'])
  expect(namesIn('"AGE","SEX", AGE;MOOD')).toEqual(['AGE', 'SEX', 'MOOD'])
  expect(namesIn(' , ;')).toEqual([])
})

test('known names are written as the catalog does, and nothing of the others is lost', () => {
  expect(sortNames(['age', 'NO_SUCH', 'Sex', 'AGE', 'nor this'], ['AGE', 'SEX'])).toEqual({
    known: ['AGE', 'SEX'],
    unknown: ['NO_SUCH', 'nor this'],
  })
})

test('a name is moved to a place, never out of the list', () => {
  expect(withNameAt(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(withNameAt(['a', 'b', 'c'], 'c', -5)).toEqual(['c', 'a', 'b'])
  expect(withNameAt(['a', 'b', 'c'], 'a', 99)).toEqual(['b', 'c', 'a'])
})
