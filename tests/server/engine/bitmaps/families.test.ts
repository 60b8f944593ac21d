import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPlaces, bitmapOf, firstPlaces, wordsFor } from '#server/engine/bitmaps/bitmap.ts'
import { countByCollection, membersByFamily, readFamilies } from '#server/engine/bitmaps/families.ts'
import type { Individuals } from '#server/engine/bitmaps/individuals.ts'

interface Member {
  readonly collection: string
  readonly family: number
  readonly isAffected: boolean
  readonly isPlaceholder: boolean
}

const FAMILIES = 6
const member: fc.Arbitrary<Member> = fc.record({
  collection: fc.constantFrom('a', 'b', 'c'),
  family: fc.integer({ min: 0, max: FAMILIES - 1 }),
  isAffected: fc.boolean(),
  isPlaceholder: fc.boolean(),
})

/** Families are numbered in the order of their first members, as those of a database are. */
function individualsOf(members: readonly Member[]): Individuals {
  const collections = [...new Set(members.map(({ collection }) => collection))]
  const all = firstPlaces(members.length)
  const strata = collections.map((collection) => {
    const stratum = { collection, consent: null, study_id: '', dx_nimh: null }
    const from = members.findIndex((member) => member.collection === collection)
    return { stratum, from, to: members.findLastIndex((member) => member.collection === collection) + 1 }
  })
  const numbered = [...new Set(members.map(({ family }) => family))]
  return {
    count: members.length,
    all,
    numberAt: new Int32Array(),
    placeOf: new Int32Array(),
    strata,
    byCollection: new Map(
      strata.map(({ stratum, from, to }) => {
        const bitmap = new Uint32Array(all.length)
        addPlaces(bitmap, from, to)
        return [stratum.collection, bitmap]
      }),
    ),
    placeholders: bitmapOf(
      placesOf(members, (member) => member.isPlaceholder),
      all.length,
    ),
    familyOf: Int32Array.from(members, ({ family }) => numbered.indexOf(family)),
    families: numbered.length,
  }
}

function placesOf(members: readonly Member[], isIn: (member: Member) => boolean): number[] {
  return members.flatMap((member, place) => (isIn(member) ? [place] : []))
}

test('counts marked families in each collection of their members', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(member, { maxLength: 80 }),
      fc.uniqueArray(fc.nat(FAMILIES - 1)),
      async (drawn, marked) => {
        const members = drawn.toSorted((one, other) => one.collection.localeCompare(other.collection))
        const individuals = individualsOf(members)
        const affected = bitmapOf(
          placesOf(members, (member) => member.isAffected),
          wordsFor(members.length),
        )
        const families = await readFamilies(individuals)
        const numbered = [...new Set(members.map(({ family }) => family))]
        const isMarked = Uint8Array.from(numbered, (family) => Number(marked.includes(family)))
        const counted = { isMarked, affected, affectedOf: membersByFamily(affected, individuals) }
        const expected = individuals.strata.map(({ stratum: { collection } }) => {
          const inMarked = members.filter((one) => one.collection === collection && marked.includes(one.family))
          return {
            collection,
            families: new Set(inMarked.map(({ family }) => family)).size,
            individuals: inMarked.length,
            affected: inMarked.filter(({ isAffected }) => isAffected).length,
          }
        })
        expect(countByCollection(counted, individuals, families)).toEqual(expected)
        const sizes = numbered.map((family) => members.filter((member) => member.family === family).length)
        expect([...families.sizes]).toEqual(sizes)
        expect(families.largest).toBe(Math.max(0, ...sizes))
      },
    ),
  )
})
