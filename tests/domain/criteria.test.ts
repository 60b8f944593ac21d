import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, not, or, type Ternary } from '#domain/criteria.ts'

const truth = fc.constantFrom<Ternary>(true, false, null)

/** Possible results of a formula over all assignments of its unknowns. */
function settled(truths: readonly Ternary[], formula: (values: boolean[]) => boolean): Ternary {
  const unknown = truths.flatMap((value, index) => (value === null ? [index] : []))
  const outcomes = new Set<boolean>()
  for (let choice = 0; choice < 2 ** unknown.length; choice++) {
    const values = truths.map((value, index) => value ?? Boolean((choice >> unknown.indexOf(index)) & 1))
    outcomes.add(formula(values))
  }
  const [only] = outcomes
  return outcomes.size === 1 && only !== undefined ? only : null
}

describe('three-valued logic', () => {
  it('AND is known exactly where settling the unknown cannot change it', () => {
    fc.assert(
      fc.property(fc.array(truth, { maxLength: 5 }), (truths) => {
        expect(and(truths)).toBe(settled(truths, (values) => values.every(Boolean)))
      }),
    )
  })

  it('OR is known exactly where settling the unknown cannot change it', () => {
    fc.assert(
      fc.property(fc.array(truth, { maxLength: 5 }), (truths) => {
        expect(or(truths)).toBe(settled(truths, (values) => values.some(Boolean)))
      }),
    )
  })

  it('obeys De Morgan', () => {
    fc.assert(
      fc.property(fc.array(truth), (truths) => {
        expect(not(and(truths))).toBe(or(truths.map(not)))
      }),
    )
  })
})
