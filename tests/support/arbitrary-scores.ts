import * as fc from 'fast-check'
import { conditionProblem, type Condition } from '#domain/conditions/constraint.ts'
import type { DescribedVariable } from '#domain/conditions/criteria.ts'
import { isFlag } from '#domain/data-types.ts'
import type { Formula } from '#domain/scores/formula.ts'
import { formulaVariables, resolvedFormula } from '#domain/scores/formula.ts'
import { formulaCost, scoreProblem } from '#domain/scores/score-problem.ts'
import type { Made, MadeVariable } from '#tests/reference/made.ts'
import { BASE_VARIABLES } from '#tests/support/arbitrary-custom-variables.ts'
import { arbitraryFormula } from '#tests/support/arbitrary-formula.ts'

/** Keeps statements short: the plan of a long one takes seconds. */
const COST_MAX = 120
/** Values that are numbers count in scores; others are unknown there. */
const CODES = ['1', '2.5', 'high']

const BASE: readonly DescribedVariable[] = BASE_VARIABLES.map(({ name, dataType, possibleValues = [] }) => ({
  name,
  dataType,
  possibleValues,
}))
const score = (name: string): DescribedVariable => ({ name, dataType: 'numberrange', possibleValues: [] })
const coded = (name: string): DescribedVariable => ({ name, dataType: 'categorical', possibleValues: CODES })

const conditions: fc.Arbitrary<Condition> = fc.record({
  operator: fc.constantFrom('EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'),
  values: fc.constantFrom('1', '0', '2.5', '10', '1987-05-01', '1987-UU-UU', '[UNK]', 'Hello').map((value) => [value]),
})

/** A condition that several variables take. A missing flag is decided, so none is compared with [UNK]. */
function countedOf(known: readonly DescribedVariable[]) {
  const takersOf = (condition: Condition) =>
    known.filter(
      ({ dataType }) =>
        conditionProblem(dataType, condition) === null && !(isFlag(dataType) && condition.values[0] === '[UNK]'),
    )
  return conditions
    .filter((condition) => takersOf(condition).length > 0)
    .chain((condition) => {
      const names = takersOf(condition).map(({ name }) => name)
      const maxLength = Math.min(4, names.length)
      return fc.record({
        variables: fc.shuffledSubarray(names, { minLength: 1, maxLength }),
        condition: fc.constant(condition),
      })
    })
}

/** A valid formula on these variables. */
function formulaOn(known: readonly DescribedVariable[]): fc.Arbitrary<Formula> {
  const byName = new Map(known.map((variable) => [variable.name, variable]))
  const namesOf = (...types: readonly string[]) =>
    known.filter(({ dataType }) => types.includes(dataType)).map(({ name }) => name)
  return arbitraryFormula({
    number: fc.constantFrom(0, 0.1, 1, 2, 12, 365.25, 1e15),
    numeric: namesOf('numberrange', 'categorical'),
    dates: namesOf('date', 'fuzzydate'),
    counted: countedOf(known),
  }).filter((formula) => {
    const resolved = resolvedFormula(formula, (name) => byName.get(name))
    return resolved !== null && scoreProblem(resolved) === null && formulaCost(formula) <= COST_MAX
  })
}

/** A new object each time: the engine keeps the column of a condition by its identity. */
export const conditionOnScore: fc.Arbitrary<Condition> = fc
  .oneof(
    fc.record({
      operator: fc.constantFrom('EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'),
      values: fc.constantFrom('0', '1', '2', '-1', '10').map((value) => [value]),
    }),
    fc.constant<Condition>({ operator: 'BETWEEN', values: ['-1', '12'] }),
    fc.constantFrom<Condition>({ operator: 'VALID', values: [] }, { operator: 'EXISTS', values: [] }),
  )
  .map(({ operator, values }) => ({ operator, values }))

function downcodeOf(name: string, source: string): fc.Arbitrary<MadeVariable> {
  const criteria = fc.record({
    relationship: fc.constantFrom('AND' as const, 'OR' as const),
    parts: fc.array(
      conditionOnScore.map((condition) => ({ variable: source, condition })),
      { minLength: 1, maxLength: 2 },
    ),
  })
  return fc.record({
    name: fc.constant(name),
    sources: fc.constant([source]),
    values: fc.tuple(...CODES.map((code) => criteria.map((one) => ({ name: code, criteria: one })))),
    defaultValue: fc.option(fc.constantFrom(...CODES)),
  })
}

/** Scores on base variables, downcodes on scores, and scores on all of these. */
export const arbitraryScores: fc.Arbitrary<readonly Made[]> = fc.tuple(
  formulaOn(BASE).map((formula): Made => ({ name: 'SCORE_A', formula })),
  formulaOn(BASE).map((formula): Made => ({ name: 'SCORE_B', formula })),
  downcodeOf('LEVEL_A', 'SCORE_A'),
  formulaOn([...BASE.slice(0, 6), score('SCORE_A'), score('SCORE_B')])
    .filter((formula) => formulaVariables(formula).some((name) => name.startsWith('SCORE')))
    .map((formula): Made => ({ name: 'SCORE_C', formula })),
  formulaOn([score('SCORE_B'), score('SCORE_C'), coded('LEVEL_A'), ...BASE.slice(9, 16)])
    .filter((formula) => formulaVariables(formula).includes('LEVEL_A'))
    .map((formula): Made => ({ name: 'SCORE_D', formula })),
  downcodeOf('LEVEL_D', 'SCORE_D'),
)
