import { expect, test } from 'vitest'
import { changesOf } from '#features/custom-variables/builder/replace-definition.tsx'

test('lists the individuals whose value changes, the largest group first', () => {
  const pairs: [string | null, string | null, number | null][] = [
    ['old', 'old', 5],
    ['young', 'old', 2],
    ['old', 'young', 3],
    ['old', '[UNK]', null],
    ['young', null, 0],
    [null, null, 7],
  ]
  expect(changesOf(pairs)).toEqual([
    { from: 'young', to: 'old', count: 3 },
    { from: 'old', to: 'young', count: 2 },
    { from: '[UNK] · undetermined', to: 'old', count: null },
  ])
})
