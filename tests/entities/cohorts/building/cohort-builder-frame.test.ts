import { expect, test } from 'vitest'
import { liveCountOf } from '#entities/cohorts/building/cohort-builder-frame.tsx'

const noError = () => 0

test('the footer has a number while it is counted, and none if the count failed', () => {
  const counting = { data: undefined, isOlder: true, query: { isError: false } }
  expect(liveCountOf({ live: counting }, noError)).toMatchObject({ text: '…' })
  expect(liveCountOf({ live: { ...counting, isOlder: false, query: { isError: true } } }, noError)).toBeNull()
})

test('the number has the error of the collections that are counted', () => {
  const row = (collection: string, count: number | null) => ({
    collection,
    count,
    value: null,
    consent: '',
    studyId: '',
    dxNimh: '',
    hidden: count === null,
  })
  const data = { data: [row('au', 1_200), row('bp', 30), row('sz', null)], split: null, totals: null }
  const live = { data, isOlder: false, query: { isError: false } }
  const errorOf = (collections: readonly string[]) => 40 * collections.length
  expect(liveCountOf({ live }, errorOf)).toEqual({ text: '1,230', base: '± 80 individuals', isOlder: false })
  expect(liveCountOf({ live }, noError)).toMatchObject({ base: 'individuals' })
})
