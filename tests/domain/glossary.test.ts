import { expect, test } from 'vitest'
import { DATA_TYPES } from '#domain/data-types.ts'
import { isTermId, TERMS } from '#domain/glossary.ts'

test('every data type is explained', () => {
  expect(DATA_TYPES.filter((type) => !isTermId(type))).toEqual([])
})

test.each(TERMS.map(({ term, words }) => [term, words]))('%s is explained in one sentence', (_, words) => {
  expect(words).toMatch(/^[A-Z][^.]*\.( [A-Z][^.]*\.)?$/)
  expect(words.length).toBeLessThan(140)
})

test('words stand in the order of the alphabet, each once', () => {
  const names = TERMS.map(({ term }) => term.replaceAll(/[^a-z ]/gi, '').toLowerCase())
  expect(names).toEqual([...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en')))
})
