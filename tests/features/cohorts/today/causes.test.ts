import { expect, test } from 'vitest'
import { causeWords, changeWords, madeOnWords, othersRunAgain } from '#features/cohorts/today/causes.ts'

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

test('a cause names its variable', () => {
  const counts = { entered: 1, left: 0 }
  expect(causeWords({ cause: 'corrected', variableName: 'AGE', ...counts })).toBe('AGE: answer corrected')
  expect(causeWords({ cause: 'added', variableName: null, ...counts })).toBe('Added to the data')
  expect(causeWords({ cause: 'withdrawn', variableName: null, ...counts })).toBe('Consent withdrawn')
})

test('lists the changes, and the other cohorts that are run again', () => {
  expect(changeWords({ entered: 1200, left: 3, stayed: 0 })).toBe('1,200 entered, 3 left, 0 stayed')
  const rerun = [
    { cohortId: 7, name: 'Parents' },
    { cohortId: 8, name: 'Children' },
  ]
  expect(othersRunAgain({ rerun }, 8)).toEqual(['Parents'])
})
