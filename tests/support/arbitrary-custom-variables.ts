import * as fc from 'fast-check'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Criteria, Criterion } from '#domain/conditions/criteria.ts'
import type { MadeVariable } from '#tests/reference/made.ts'
import { arbitraryStudy, conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'
import type { Study, StudyVariable } from '#tests/support/study.ts'

const OTHER_FORM = VARIABLES.map((variable) => ({ ...variable, name: `${variable.name}_B` }))

export const BASE_VARIABLES: readonly StudyVariable[] = [...VARIABLES, ...OTHER_FORM]

/** A study of two forms, each given to a part of the participants. */
export const studyOfTwoForms: fc.Arbitrary<Study> = fc
  .tuple(arbitraryStudy, arbitraryStudy)
  .map(([{ participants, forms }, other]) => {
    const records = Object.entries(other.forms[0]?.records ?? {}).map(([person, answers]) => [
      person,
      Object.fromEntries(Object.entries(answers).map(([name, answer]) => [`${name}_B`, answer])),
    ])
    return {
      participants,
      forms: [...forms, { instrument: 'B', version: '1', variables: OTHER_FORM, records: Object.fromEntries(records) }],
    }
  })

const VALUES = ['one', 'two', 'three']

/** A condition on a custom variable of `madeOf`. */
export const conditionOnMade: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(...VALUES, '[UNK]').map((value): Condition => ({ operator: 'EQ', values: [value] })),
  fc.constantFrom(...VALUES).map((value): Condition => ({ operator: 'NEQ', values: [value] })),
  fc.subarray(VALUES, { minLength: 1 }).map((values): Condition => ({ operator: 'ANYOF', values })),
  fc.constantFrom<Condition>({ operator: 'VALID', values: [] }, { operator: 'EXISTS', values: [] }),
)

type ConditionFor = (variable: string) => fc.Arbitrary<Condition>

function conditionFor(name: string): fc.Arbitrary<Condition> {
  const base = VARIABLES.find((variable) => name === variable.name || name === `${variable.name}_B`)
  return base ? conditionOn(base.dataType) : conditionOnMade
}

function criterionOn(sources: readonly string[], conditionOf: ConditionFor): fc.Arbitrary<Criterion<string>> {
  return fc
    .constantFrom(...sources)
    .chain((variable) => conditionOf(variable).map((condition) => ({ variable, condition })))
}

const relationship = fc.constantFrom<'AND' | 'OR'>('AND', 'OR')

function criteriaOn(sources: readonly string[], conditionOf: ConditionFor): fc.Arbitrary<Criteria<string>> {
  const criterion = criterionOn(sources, conditionOf)
  const group = fc.record({ relationship, parts: fc.array(criterion, { maxLength: 3 }) })
  return fc.record({
    relationship,
    parts: fc.array(fc.oneof({ weight: 2, arbitrary: criterion }, group), { maxLength: 3 }),
  })
}

/** A custom variable with the values one, two and three, of one to three of the candidates. */
export function madeOf(
  name: string,
  candidates: readonly string[],
  conditionOf: ConditionFor = conditionFor,
): fc.Arbitrary<MadeVariable> {
  return fc.subarray([...candidates], { minLength: 1, maxLength: 3 }).chain((sources) =>
    fc.record({
      name: fc.constant(name),
      sources: fc.constant(sources),
      values: fc.tuple(
        ...VALUES.map((value) => criteriaOn(sources, conditionOf).map((criteria) => ({ name: value, criteria }))),
      ),
      defaultValue: fc.option(fc.constantFrom(...VALUES)),
    }),
  )
}

/** Six custom variables in three levels, of base variables and variables of lower levels. */
export const arbitraryMadeVariables: fc.Arbitrary<readonly MadeVariable[]> = fc
  .constant(BASE_VARIABLES.map(({ name }) => name))
  .chain((base) =>
    fc.tuple(
      madeOf('FIRST_A', base),
      madeOf('FIRST_B', base),
      madeOf('SECOND_A', ['FIRST_A', 'FIRST_B', ...base.slice(0, 3)]),
      madeOf('SECOND_B', ['FIRST_A', 'FIRST_B', ...base.slice(-3)]),
      madeOf('THIRD_A', ['SECOND_A', 'SECOND_B', 'FIRST_B']),
      madeOf('THIRD_B', ['SECOND_A', 'SECOND_B', 'CATEGORICAL', 'NUMBERRANGE_B']),
    ),
  )

/** Levels of two custom variables each: above the first, of the level below and of base variables. */
export function arbitraryDeepVariables(levels: number): fc.Arbitrary<readonly MadeVariable[]> {
  const base = BASE_VARIABLES.map(({ name }) => name)
  const sourcesOf = (level: number) => [`L${level - 1}_A`, `L${level - 1}_B`, ...base.slice(level % 5, (level % 5) + 2)]
  const levelOf = (level: number) =>
    ['A', 'B'].map((name) => madeOf(`L${level}_${name}`, level === 1 ? base : sourcesOf(level)))
  return fc.tuple(...Array.from({ length: levels }, (_, place) => levelOf(place + 1)).flat())
}

interface WideVariable {
  readonly study: Study
  readonly made: readonly MadeVariable[]
}

/** A custom variable of custom variables with so many values: each of one number, with a value for each of its answers. */
export const arbitraryWideVariable = (valueCounts: readonly number[]): fc.Arbitrary<WideVariable> =>
  fc
    .tuple(
      fc.array(fc.tuple(...valueCounts.map((count) => fc.option(fc.integer({ min: 0, max: count })))), {
        minLength: 20,
        maxLength: 40,
      }),
      fc.array(fc.record({ relationship, parts: fc.array(conditionOnSource(valueCounts), { maxLength: 6 }) }), {
        minLength: 2,
        maxLength: 2,
      }),
      fc.option(fc.constantFrom('one', 'two')),
    )
    .map(([answers, criteria, defaultValue]) => ({
      study: {
        participants: answers.map((_, place) => ({ id: `P${place}`, family: null, collection: 'bp', study: '1' })),
        forms: [
          {
            instrument: 'A',
            version: '1',
            variables: valueCounts.map((_, place) => ({
              name: `NUMBER_${place}`,
              dataType: 'numberrange',
              possibleValues: [],
            })),
            records: Object.fromEntries(
              answers.map((row, person) => [
                `P${person}`,
                Object.fromEntries(
                  row.flatMap((answer, place) => (answer === null ? [] : [[`NUMBER_${place}`, String(answer)]])),
                ),
              ]),
            ),
          },
        ],
      },
      made: [
        ...valueCounts.map((count, place) => ({
          name: `SOURCE_${place}`,
          sources: [`NUMBER_${place}`],
          values: Array.from({ length: count }, (_, value) => ({
            name: `v${value}`,
            criteria: {
              relationship: 'AND' as const,
              parts: [{ variable: `NUMBER_${place}`, condition: { operator: 'EQ' as const, values: [String(value)] } }],
            },
          })),
          defaultValue: null,
        })),
        {
          name: 'WIDE',
          sources: valueCounts.map((_, place) => `SOURCE_${place}`),
          values: criteria.map((one, place) => ({ name: ['one', 'two'][place] ?? '', criteria: one })),
          defaultValue,
        },
      ],
    }))

function conditionOnSource(valueCounts: readonly number[]): fc.Arbitrary<Criterion<string>> {
  return fc.nat({ max: valueCounts.length - 1 }).chain((place) => {
    const names = Array.from({ length: valueCounts[place] ?? 0 }, (_, value) => `v${value}`)
    return fc
      .oneof(
        fc.constantFrom(...names, '[UNK]').map((value): Condition => ({ operator: 'EQ', values: [value] })),
        fc.constantFrom(...names).map((value): Condition => ({ operator: 'NEQ', values: [value] })),
        fc.subarray(names, { minLength: 1 }).map((values): Condition => ({ operator: 'ANYOF', values })),
        fc.constant<Condition>({ operator: 'VALID', values: [] }),
      )
      .map((condition) => ({ variable: `SOURCE_${place}`, condition }))
  })
}
