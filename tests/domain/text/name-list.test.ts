import { expect, test } from 'vitest'
import { namesIn, sortNames, withNameAt } from '#domain/text/name-list.ts'

test('reads names from a column, a CSV line or an R vector', () => {
  expect(namesIn('AGE\r\nSEX\n\n  MOOD_LOW ')).toEqual(['AGE', 'SEX', 'MOOD_LOW'])
  expect(namesIn('"AGE","SEX", AGE;MOOD')).toEqual(['AGE', 'SEX', 'MOOD'])
  expect(namesIn(' , ;')).toEqual([])
})

test('writes known names as in the catalog and keeps unknown ones', () => {
  expect(sortNames(['age', 'NO_SUCH', 'Sex', 'AGE', 'nor this'], ['AGE', 'SEX'])).toEqual({
    known: ['AGE', 'SEX'],
    unknown: ['NO_SUCH', 'nor this'],
  })
})

test('moves a name within the list', () => {
  expect(withNameAt(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(withNameAt(['a', 'b', 'c'], 'c', -5)).toEqual(['c', 'a', 'b'])
  expect(withNameAt(['a', 'b', 'c'], 'a', 99)).toEqual(['b', 'c', 'a'])
})
