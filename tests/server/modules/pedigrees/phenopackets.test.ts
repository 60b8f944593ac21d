import { expect, test } from 'vitest'
import { areRelated } from '#server/modules/pedigrees/phenopackets.ts'

const member = (individual_id: string, father: string | null = null, mother: string | null = null) => ({
  individual_id,
  father,
  mother,
})

/** Two siblings with a child each, their cousins' child, and a founder. */
const MEMBERS = [
  member('grandfather'),
  member('grandmother'),
  member('son', 'grandfather', 'grandmother'),
  member('daughter', 'grandfather', 'grandmother'),
  member('wife'),
  member('cousin', 'son', 'wife'),
  member('other cousin', null, 'daughter'),
]

test.each([
  ['cousin', 'other cousin', true],
  ['grandfather', 'cousin', true],
  ['cousin', 'cousin', true],
  ['son', 'wife', false],
  ['wife', 'other cousin', false],
  ['grandfather', 'grandmother', false],
  ['cousin', null, false],
] as const)('%s and %s: %s', (first, second, expected) => {
  expect(areRelated(MEMBERS, first, second)).toBe(expected)
  expect(areRelated(MEMBERS, second, first)).toBe(expected)
})

test('ends in a pedigree with a circle', () => {
  const circle = [member('a', 'b'), member('b', 'a'), member('c')]
  expect(areRelated(circle, 'a', 'c')).toBe(false)
})
