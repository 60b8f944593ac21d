import { expect, test } from 'vitest'
import { DATA_TYPES } from '#domain/data-types.ts'
import { isTermId, TERMS } from '#domain/glossary.ts'

test('explains every data type', () => {
  expect(DATA_TYPES.filter((type) => !isTermId(type))).toEqual([])
})

test.each(TERMS.map(({ term, words }) => [term, words]))('explains %s in one sentence', (_, words) => {
  expect(words).toMatch(/^[A-Z][^.]*\.( [A-Z][^.]*\.)?$/)
  expect(words.length).toBeLessThan(140)
})

test('sorts terms alphabetically without duplicates', () => {
  const names = TERMS.map(({ term }) => term.replaceAll(/[^a-z ]/gi, '').toLowerCase())
  expect(names).toEqual([...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en')))
})
