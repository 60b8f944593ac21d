import { expect, test } from 'vitest'
import { leftOutWords } from '#features/downloads/files/compared-file.ts'

test('individuals who are left out are named by collection, and a hidden count is left out', () => {
  const leftOut = [
    { collection: 'bp', count: 1 },
    { collection: 'sz', count: null },
  ]
  expect(leftOutWords(leftOut)).toBe('you may no longer read 1 individual of bp, individuals of sz')
})
