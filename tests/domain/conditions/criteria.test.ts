import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, not, or, type Ternary } from '#domain/conditions/criteria.ts'

const ternary = fc.constantFrom<Ternary>(true, false, null)

/** Possible results of a formula over all assignments of its unknowns. */
function settled(outcomes: readonly Ternary[], formula: (values: boolean[]) => boolean): Ternary {
  const unknown = outcomes.flatMap((value, index) => (value === null ? [index] : []))
  const results = new Set<boolean>()
  for (let choice = 0; choice < 2 ** unknown.length; choice++) {
    const values = outcomes.map((value, index) => value ?? Boolean((choice >> unknown.indexOf(index)) & 1))
    results.add(formula(values))
  }
  const [only] = results
  return results.size === 1 && only !== undefined ? only : null
}

describe('three-valued logic', () => {
  it('AND is known if and only if no value of the unknowns changes it', () => {
    fc.assert(
      fc.property(fc.array(ternary, { maxLength: 5 }), (outcomes) => {
        expect(and(outcomes)).toBe(settled(outcomes, (values) => values.every(Boolean)))
      }),
    )
  })

  it('OR is known if and only if no value of the unknowns changes it', () => {
    fc.assert(
      fc.property(fc.array(ternary, { maxLength: 5 }), (outcomes) => {
        expect(or(outcomes)).toBe(settled(outcomes, (values) => values.some(Boolean)))
      }),
    )
  })

  it('obeys De Morgan', () => {
    fc.assert(
      fc.property(fc.array(ternary), (outcomes) => {
        expect(not(and(outcomes))).toBe(or(outcomes.map(not)))
      }),
    )
  })
})
