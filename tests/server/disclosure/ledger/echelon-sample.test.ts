import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EchelonSample, isSumOf, isZero } from '#server/disclosure/ledger/echelon-sample.ts'
import { type IndividualSet, holds, setOfPlaces, sumOf } from '#server/disclosure/ledger/participant-set.ts'

const PARTICIPANTS = 200
const WORDS = Math.ceil(PARTICIPANTS / 32)
/** Disjoint sets, like those of one collection, and arbitrary sets. */
const individuals: fc.Arbitrary<IndividualSet> = fc
  .tuple(fc.nat(WORDS - 1), fc.uniqueArray(fc.nat(PARTICIPANTS - 1), { maxLength: 40 }), fc.boolean())
  .map(([word, places, isOfOneWord]) =>
    setOfPlaces(isOfOneWord ? [...new Set(places.map((place) => word * 32 + (place % 32)))] : places, WORDS),
  )

/** A set over a subset of coordinates. */
function over(coordinates: readonly number[], set: IndividualSet): Int32Array {
  return Int32Array.from(coordinates, (place) => Number(holds(set, place)))
}

test('the remainder of a set is zero if and only if it is a sum of earlier sets over the coordinates', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(PARTICIPANTS - 1), { minLength: 1, maxLength: 60 }),
      fc.array(individuals, { minLength: 1, maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      (drawn, sets, areShown) => {
        const coordinates = [...drawn]
        // The first participant of a difference becomes a coordinate.
        const sample = new EchelonSample({ coordinates, mostCoordinates: 300, random: () => 0 })
        const added: IndividualSet[] = []
        for (const [nth, set] of sets.entries()) {
          const reduced = sample.reduce(set)
          const before = added.map((column) => over(coordinates, column))
          const isSum = isSumOf(packed(over(coordinates, set)), before.map(packed))
          expect(isZero(reduced.bits)).toBe(isSum)
          const mask = sample.maskOf(reduced, new Int32Array(1))
          const rest = sumOf([set, ...added.filter((_, place) => ((mask[0] ?? 0) >>> place) & 1)])
          if (isSum) expect(over(coordinates, rest).every((bit) => bit === 0)).toBe(true)
          if (isSum && areShown[nth] && rest.words.length > 0 && sample.showRest(rest, reduced)) {
            coordinates.push(
              Array.from({ length: PARTICIPANTS + 32 }, (_, place) => place).find((place) => holds(rest, place)) ?? 0,
            )
          }
          if (isZero(reduced.bits)) continue
          sample.add(set, added.length, reduced)
          added.push(set)
          expect(sample.countWithin(1, 3)).toBe(coordinates.filter((place) => place >= 32 && place < 96).length)
        }
      },
    ),
  )
})

/** Bits packed into words. */
function packed(bits: Int32Array): Int32Array {
  const words = new Int32Array(Math.ceil(bits.length / 32))
  for (const [index, bit] of bits.entries()) words[index >>> 5] = (words[index >>> 5] ?? 0) | (bit << (index & 31))
  return words
}
