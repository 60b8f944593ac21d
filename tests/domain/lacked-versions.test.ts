import { expect, test } from 'vitest'
import { lackedVersions } from '#domain/question-versions.ts'

test('a set lacks the versions of a question of which it has another', () => {
  const versions = [
    ['NEW', 'OLD', 'OLDEST'],
    ['A', 'B'],
  ]
  expect(lackedVersions(versions, ['OLD', 'X'])).toEqual([['NEW', 'OLDEST']])
  expect(lackedVersions(versions, ['X'])).toEqual([])
  expect(lackedVersions(versions, ['A', 'B'])).toEqual([])
})
