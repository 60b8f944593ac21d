import * as fc from 'fast-check'
import { variableLookup } from '#contract/variables.ts'
import { isCoded } from '#domain/data-types.ts'
import { wordText } from '#domain/expressions/tokens.ts'
import { valueOf, type ApiSession } from '#tests/support/api-session.ts'

const VARIABLES = ['MOOD_HIGH_EVER', 'MOOD_LOW_EVER', 'VOICES_EVER', 'SEX', 'AGE_TODAY', 'AGE_ONSET']
const NUMBERS = [10, 18, 25, 40, 65]
const SEED = 20240101

/** Expressions over variables of the demo data, the same in each run. */
export async function generatedExpressions({ call }: ApiSession, count: number): Promise<readonly string[]> {
  const { data } = valueOf(await call(variableLookup, { variable_names: VARIABLES }))
  if (data.length === 0) throw new Error('The demo data have none of the variables.')
  const leaves = data.map(({ variable_name, data_type, possible_values }) => {
    const name = wordText(variable_name)
    const compared = isCoded(data_type)
      ? fc.constantFrom(...possible_values).map((code) => `${name} = code ${JSON.stringify(code)}`)
      : fc.oneof(
          fc.constantFrom(...NUMBERS).map((number) => `${name} >= ${number}`),
          fc.constantFrom(...NUMBERS).map((number) => `${name} between ${number} and ${number + 10}`),
        )
    return fc.oneof(
      { weight: 5, arbitrary: compared },
      fc.constantFrom(`${name} answered`, `${name} missing`, `any version of ${name} answered`),
    )
  })
  const leaf = fc.oneof(...leaves, fc.constantFrom('family size >= 3', 'in "All Individuals"'))
  const { expression } = fc.letrec<{ expression: string; part: string }>((tie) => {
    const parts = fc.array(tie('part'), { minLength: 2, maxLength: 3 })
    return {
      part: fc.oneof({ weight: 3, arbitrary: leaf }, tie('expression')),
      expression: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        parts.map((some) => `(${some.join(' and ')})`),
        parts.map((some) => `(${some.join(' or ')})`),
        parts.map((some) => `at least 2 of (${some.join(', ')})`),
        tie('part').map((one) => `not (${one})`),
        fc
          .tuple(tie('part'), fc.constantFrom('yes', 'no'))
          .map(([one, outcome]) => `(${one}) unknown counts as ${outcome}`),
        fc
          .tuple(leaf, fc.constantFrom('siblings', 'mother', 'first-degree relatives'))
          .map(([one, relatives]) => `at least 1 ${relatives} where (${one})`),
      ),
    }
  })
  return fc.sample(expression, { seed: SEED, numRuns: count })
}
