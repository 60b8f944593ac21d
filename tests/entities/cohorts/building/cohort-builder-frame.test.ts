import { expect, test } from 'vitest'
import { liveCountOf } from '#entities/cohorts/building/cohort-builder-frame.tsx'

test('the footer has a number while it is counted, and none if the count failed', () => {
  const counting = { data: undefined, isOlder: true, query: { isError: false } }
  expect(liveCountOf({ live: counting })).toMatchObject({ text: '…' })
  expect(liveCountOf({ live: { ...counting, isOlder: false, query: { isError: true } } })).toBeNull()
})
