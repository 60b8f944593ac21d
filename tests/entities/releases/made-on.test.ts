import { expect, test } from 'vitest'
import { madeOnWords } from '#entities/releases/made-on.ts'

const RELEASES = { madeOn: '2026.1', today: '2026.2' }

test('names both releases with the sizes', () => {
  expect(madeOnWords({ ...RELEASES, before: 4210, after: 4377 })).toBe('Made on 2026.1 · today (2026.2) 4,210 → 4,377')
})

test('names the present release alone where the size is hidden, and earlier data without a release', () => {
  expect(madeOnWords({ ...RELEASES, before: null, after: null })).toBe('Made on 2026.1 · the data are now 2026.2')
  expect(madeOnWords({ ...RELEASES, madeOn: null, before: 3, after: 4 })).toBe(
    'Made on earlier data · today (2026.2) 3 → 4',
  )
})
