import { expect, test } from 'vitest'
import { withoutOlder } from '#features/comparing/reasons.ts'

test('data of an older request are left out', () => {
  const refetch = () => Promise.resolve()
  const result = {
    data: [1],
    error: null,
    isPending: false,
    isFetching: true,
    isError: false,
    isSuccess: true,
    refetch,
  }
  expect(withoutOlder({ ...result, isPlaceholderData: true }).data).toBeUndefined()
  expect(withoutOlder({ ...result, isPlaceholderData: false }).data).toEqual([1])
})
