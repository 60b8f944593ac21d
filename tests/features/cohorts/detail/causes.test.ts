import { expect, test } from 'vitest'
import { causeWords, changeWords, othersRunAgain } from '#features/cohorts/detail/causes.ts'

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
