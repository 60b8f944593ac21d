import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { membersText, readMembersText } from '#server/store/downloads/download-files.ts'

test('a stored set of individuals is read as it was, in order', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 200_000 }), { maxLength: 300 })
  fc.assert(
    fc.property(numbers, (individuals) => {
      expect(readMembersText(membersText(individuals))).toEqual(individuals.toSorted((one, other) => one - other))
    }),
  )
})

test('half of 100,000 individuals take less than 20 kB', () => {
  const individuals = Array.from({ length: 100_000 }, (_, number) => number + 1).filter(
    (number) => (number * 2_654_435_761) % 4_294_967_296 < 2_147_483_648,
  )
  expect(membersText(individuals).length).toBeLessThan(20_000)
})
