import { expect, test } from 'vitest'
import { pageOf, startsOf } from '#ui/tables/paging.ts'

const rows = Array.from({ length: 25 }, (_, place) => place)

test('returns the nearest existing page', () => {
  expect(pageOf(rows, 3, 10)).toEqual({ rows: [20, 21, 22, 23, 24], page: 3, pages: 3, first: 20, total: 25 })
  expect(pageOf(rows, 9, 10).page).toBe(3)
  expect(pageOf(rows, -1, 10).page).toBe(1)
  expect(pageOf([], 1, 10)).toEqual({ rows: [], page: 1, pages: 1, first: 0, total: 0 })
})

test('returns the nearest loaded page of a partly loaded list', () => {
  expect(pageOf(rows, 2, 10, 300)).toMatchObject({ page: 2, pages: 30, total: 300 })
  expect(pageOf(rows, 17, 10, 300)).toMatchObject({ page: 3, pages: 30, first: 20 })
})

test('a heading is on the page of the item after it, and is not counted', () => {
  const begins = (kinds: string) => startsOf(Array.from(kinds, (kind) => kind === 'i'))
  expect(begins('iii')).toEqual([0, 1, 2])
  expect(begins('ihiihhi')).toEqual([0, 1, 3, 4])
  expect(begins('hiih')).toEqual([0, 2])
  expect(begins('hh')).toEqual([0])
  expect(begins('')).toEqual([])
})
