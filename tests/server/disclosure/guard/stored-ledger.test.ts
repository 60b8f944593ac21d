import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIndividualLayout } from '#server/disclosure/guard/stored-ledger.ts'
import { type IndividualLayout, knownAt } from '#server/disclosure/ledger/individual-layout.ts'
import { placesOf } from '#server/disclosure/ledger/participant-set.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { loadStudy } from '#tests/support/study.ts'

async function layoutOf(collections: readonly string[]): Promise<IndividualLayout> {
  const database = await openDatabase(':memory:')
  const participants = collections.map((collection, place) => ({
    id: `P${1_000 + place}`,
    family: null,
    collection,
    study: '1',
  }))
  try {
    await loadStudy(database, { participants, forms: [] })
    return await database.withConnection(readIndividualLayout)
  } finally {
    database.close()
  }
}

const cases = fc
  .record({
    collections: fc.array(fc.constantFrom('au', 'bp', 'sz'), { minLength: 1, maxLength: 200 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isIn: fc.func(fc.boolean()),
  })
  .map(({ collections, share, isIn }) => {
    const numbers = collections.map((_, place) => place + 1)
    return {
      collections,
      last: Math.floor(share * collections.length),
      chosen: numbers.filter((number) => isIn(number)),
    }
  })

test('a set moves between the layouts before and after an import', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ collections, last, chosen }) => {
      const now = await layoutOf(collections)
      const before = await layoutOf(collections.slice(0, last))
      const known = chosen.filter((number) => number <= last)
      expect(now.fromEarlier(before.setOf(known), last)).toEqual(now.setOf(known))
      expect(now.toEarlier(now.setOf(chosen), last)).toEqual(before.setOf(known))
      for (const [collection, region] of now.regions) {
        const individuals = collections.flatMap((other, place) =>
          other === collection && place < last ? [place + 1] : [],
        )
        expect(region.countUpTo(last)).toBe(individuals.length)
        expect(placesOf(knownAt(region, last))).toEqual(placesOf(now.setOf(individuals)))
      }
    }),
    { numRuns: fuzzRuns(8) },
  )
})
