import { expect, test } from 'vitest'
import { filterIn, paramsWith, paramsWithoutFilters } from '#features/variables/catalog/catalog-filter.ts'
import { suggestedSearch, wordsApart } from '#features/variables/catalog/search-suggestions.tsx'

const query = (query: string) => new URLSearchParams(query)

test('reads a filter from a URL and ignores invalid parameters', () => {
  expect(filterIn(query('q=mood&type=text&kind=merge&form=DIGS+4&section=&collection=bp&cohort=12'))).toEqual({
    dataType: 'text',
    kind: 'merge',
    form: 'DIGS 4',
    collection: 'bp',
    cohortId: 12,
  })
  for (const cohort of ['0', '-1', 'x', '1e3', '9'.repeat(20)]) expect(filterIn(query(`cohort=${cohort}`))).toEqual({})
})

test('returns to the first page when a filter changes, and keeps search and order when filters are cleared', () => {
  expect(String(paramsWith(query('q=a&page=3&sort=-name'), 'type', 'text'))).toBe('q=a&sort=-name&type=text')
  expect(String(paramsWith(query('q=a&type=text'), 'type', null))).toBe('q=a')
  expect(String(paramsWithoutFilters(query('q=a&type=text&form=x&cohort=4&sort=name&size=50')))).toBe(
    'q=a&sort=name&size=50',
  )
})

const hit = (variableName: string, question: string) => ({
  variableName,
  variableType: 'variable',
  dataType: 'text',
  question,
  observations: 1,
  contributors: [],
})
const CATALOG = [hit('MOOD_LOW', 'Were you depressed?'), hit('SLEEP', 'Did you sleep badly?')]

test('corrects a search without hits by words of the catalog, or suggests the words that have hits', () => {
  expect(suggestedSearch('mod deppressed', CATALOG)).toBe('mod depressed')
  expect(suggestedSearch('sleeep badly', CATALOG)).toBe('sleep badly')
  expect(suggestedSearch('qqqqqqqq', CATALOG)).toBeNull()
  expect(suggestedSearch('mood badly', CATALOG)).toBeNull()
  expect(wordsApart('mood badly xyz', CATALOG)).toEqual(['mood', 'badly'])
  expect(wordsApart('mood', CATALOG)).toEqual([])
})
