import { expect, test } from 'vitest'
import { filterIn, paramsWith, paramsWithoutFilters } from '#features/variables/catalog-filter.ts'
import { suggestedSearch, wordsApart } from '#features/variables/spelling-suggestion.ts'

const at = (query: string) => new URLSearchParams(query)

test('a URL is read as a filter, and what makes no sense is left out', () => {
  expect(filterIn(at('q=mood&type=text&kind=merge&form=DIGS+4&section=&collection=bp&cohort=12'))).toEqual({
    dataType: 'text',
    kind: 'merge',
    form: 'DIGS 4',
    collection: 'bp',
    cohortId: 12,
  })
  for (const cohort of ['0', '-1', 'x', '1e3', '9'.repeat(20)]) expect(filterIn(at(`cohort=${cohort}`))).toEqual({})
})

test('what is changed begins at the first page; clearing keeps the search and the order', () => {
  expect(String(paramsWith(at('q=a&page=3&sort=-name'), 'type', 'text'))).toBe('q=a&sort=-name&type=text')
  expect(String(paramsWith(at('q=a&type=text'), 'type', null))).toBe('q=a')
  expect(String(paramsWithoutFilters(at('q=a&type=text&form=x&cohort=4&sort=name&size=50')))).toBe(
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

test('a search without hits is put right by the catalog’s own words, or taken apart into those that are found', () => {
  expect(suggestedSearch('mod deppressed', CATALOG)).toBe('mod depressed')
  expect(suggestedSearch('sleeep badly', CATALOG)).toBe('sleep badly')
  expect(suggestedSearch('qqqqqqqq', CATALOG)).toBeNull()
  expect(suggestedSearch('mood badly', CATALOG)).toBeNull()
  expect(wordsApart('mood badly xyz', CATALOG)).toEqual(['mood', 'badly'])
  expect(wordsApart('mood', CATALOG)).toEqual([])
})
