import { expect, test } from 'vitest'
import { namesOf, withdrawnSince, withdrawnWithoutRow } from '#domain/releases.ts'

test('counts the withdrawn of a cohort and of a file', () => {
  expect(withdrawnSince(1)).toBe(
    '1 member was withdrawn since. The size still counts this member; all other numbers, lists and files do not.',
  )
  expect(withdrawnSince(1200)).toMatch(/^1,200 members were withdrawn since\. The size still counts them;/)
  expect([1, 2].map(withdrawnWithoutRow)).toEqual([
    '1 withdrawn individual has no row.',
    '2 withdrawn individuals have no row.',
  ])
})

test('names ten individuals, and the number of others', () => {
  const ids = Array.from({ length: 12 }, (_, place) => `p${place}`)
  expect(namesOf(ids.slice(0, 2))).toBe('p0, p1')
  expect(namesOf(ids)).toBe('p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, 2 more')
})
