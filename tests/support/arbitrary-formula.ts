import * as fc from 'fast-check'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isOperator } from '#domain/conditions/operators.ts'
import {
  COMPARISON_SIGNS,
  SUMMARIES,
  ELAPSED_UNITS,
  type Comparison,
  type Formula,
  type Least,
  type Test,
} from '#domain/scores/formula.ts'

/** The parts from which formulas are made. */
export interface FormulaParts {
  readonly number: fc.Arbitrary<number>
  /** Variables that count as numbers. */
  readonly numeric: readonly string[]
  readonly dates: readonly string[]
  /** Variables with a condition that is valid for all of them. */
  readonly counted: fc.Arbitrary<{ readonly variables: readonly string[]; readonly condition: Condition }>
}

const comparison = fc.constantFrom(...Object.keys(COMPARISON_SIGNS).filter(isComparison))

function isComparison(name: string): name is Comparison {
  return isOperator(name) && Object.hasOwn(COMPARISON_SIGNS, name)
}

/** The number or percentage of a function's items that must be known. */
export function leastOf(items: number): fc.Arbitrary<Least> {
  return fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: items }).map((number) => ({ items: number })),
    fc.constantFrom(1, 33.3, 50, 66.7, 80, 100).map((percent) => ({ percent })),
  )
}

/** Formulas of every kind, nested. */
export function arbitraryFormula({ number, numeric, dates, counted }: FormulaParts): fc.Arbitrary<Formula> {
  const variable = fc.constantFrom(...numeric)
  const date = fc.constantFrom(...dates)
  const { formula } = fc.letrec<{ formula: Formula; summary: Formula; choice: Formula }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(
        { weight: 3, arbitrary: variable.map((name): Formula => ({ kind: 'variable', variable: name })) },
        number.map((value): Formula => ({ kind: 'number', value })),
        fc.record({
          kind: fc.constant('elapsed' as const),
          unit: fc.constantFrom(...ELAPSED_UNITS),
          from: date,
          to: date,
        }),
        counted.chain(({ variables, condition }) =>
          leastOf(variables.length).map((least): Formula => ({ kind: 'count', variables, condition, least })),
        ),
      ),
      tie('formula').map((operand): Formula => ({ kind: 'negative', operand })),
      fc.record({
        kind: fc.constant('arithmetic' as const),
        sign: fc.constantFrom('+', '-', '*', '/'),
        left: tie('formula'),
        right: tie('formula'),
      }),
      tie('summary'),
      tie('choice'),
    ),
    summary: fc.array(tie('formula'), { minLength: 1, maxLength: 4 }).chain((items) =>
      fc.record({
        kind: fc.constant('summary' as const),
        name: fc.constantFrom(...SUMMARIES),
        items: fc.constant(items),
        least: leastOf(items.length),
      }),
    ),
    choice: fc.record({
      kind: fc.constant('choice' as const),
      test: fc.oneof(
        fc.record({ kind: fc.constant('numbers' as const), comparison, left: tie('formula'), right: tie('formula') }),
        counted.map(({ variables: [name = ''], condition }): Test => ({
          kind: 'condition',
          variable: name,
          condition,
        })),
      ),
      whenTrue: tie('formula'),
      whenFalse: tie('formula'),
    }),
  }))
  return formula
}
