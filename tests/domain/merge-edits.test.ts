import { expect, test } from 'vitest'
import { differencesOf, merged } from '#domain/merge-edits.ts'

const base = { name: 'Sleep', description: '', variables: ['A', 'B', 'C'] }

test('merges edits of different fields and prefers my edit of the same field', () => {
  const theirs = { ...base, description: 'Of the clinic' }
  const mine = { ...base, name: 'Sleeping' }
  expect(merged({ base, theirs, mine })).toEqual({ ...base, name: 'Sleeping', description: 'Of the clinic' })
  expect(merged({ base, theirs: { ...base, name: 'Nights' }, mine }).name).toBe('Sleeping')
})

test('merges added and removed list items of both edits', () => {
  const theirs = { ...base, variables: ['A', 'C', 'D'] }
  const mine = { ...base, variables: ['E', 'B', 'C'] }
  expect(merged({ base, theirs, mine }).variables).toEqual(['C', 'D', 'E'])
  // The order of the only change is kept.
  expect(merged({ base, theirs: base, mine }).variables).toEqual(['E', 'B', 'C'])
  expect(merged({ base, theirs, mine: base }).variables).toEqual(['A', 'C', 'D'])
})

test('lists differences by field', () => {
  const mine = { name: 'Nights', description: '', variables: ['A', 'B', 'D'] }
  expect(differencesOf(base, mine)).toEqual([
    { field: 'Name', theirs: 'Sleep', mine: 'Nights' },
    { field: 'Variables', theirs: 'also C', mine: 'also D' },
  ])
  expect(differencesOf(base, { ...base, variables: ['C', 'B', 'A'] })).toEqual([
    { field: 'Variables', theirs: 'in another order', mine: 'in this order' },
  ])
  expect(differencesOf(base, base)).toEqual([])
})
