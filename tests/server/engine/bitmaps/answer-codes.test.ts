import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_ANSWER, NO_RECORD, outcomeSets } from '#server/engine/bitmaps/answer-codes.ts'
import { hasPlace } from '#server/engine/bitmaps/bitmap.ts'

const OUTCOMES = [true, false, null]

test('gives each individual the outcome of its code, for few codes and for many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(fc.nat(41), { maxLength: 80 }), (distinct, drawn) => {
      const answers = Array.from({ length: distinct }, (_, nth) => {
        return { value: String(nth), shown: String(nth), first: null, last: null }
      })
      const codes = Uint8Array.from(drawn, (code) => code % (distinct + FIRST_ANSWER))
      const outcomeOf = (code: number) => OUTCOMES[code % 3] ?? null
      const { yes, no, hasRecord } = outcomeSets({ codes, answers }, outcomeOf)
      for (const [place, code] of codes.entries()) {
        expect(hasPlace(yes, place)).toBe(outcomeOf(code) === true)
        expect(hasPlace(no, place)).toBe(outcomeOf(code) === false)
        expect(hasPlace(hasRecord, place)).toBe(code !== NO_RECORD)
      }
    }),
  )
})
