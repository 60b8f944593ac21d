import * as fc from 'fast-check'
import { PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { NO_RULE_OPTIONS, RULE_MATCHES, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { SAVED_COHORTS, TABLE_VALUES } from '#tests/prove/arbitrary-world.ts'
import type { Definition, PedigreeDefinition } from '#tests/reference/definition.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import { arbitraryRules } from '#tests/support/arbitrary-rules.ts'
import { conditionOnScore } from '#tests/support/arbitrary-scores.ts'
import { conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'

const NESTED = ['FIRST_A', 'FIRST_B', 'SECOND_A', 'SECOND_B', 'THIRD_A', 'THIRD_B']
const SIMPLE = ['SUMMARY', 'ELAPSED']
const SCORES = ['SCORE_A', 'SCORE_B', 'SCORE_C', 'SCORE_D', ...SIMPLE]
export const MADE = [...NESTED, 'TABLE', 'LEVEL_A', 'LEVEL_D', ...SCORES]

export interface Tested {
  readonly variable: string
  readonly condition: Condition
}

const onGiven: fc.Arbitrary<Tested> = fc
  .tuple(fc.constantFrom(...VARIABLES), fc.constantFrom('', '_B'))
  .chain(([{ name, dataType }, suffix]) =>
    conditionOn(dataType).map((condition) => ({ variable: `${name}${suffix}`, condition })),
  )

function valuesOf(name: string): readonly string[] {
  if (name === 'TABLE') return TABLE_VALUES
  return name.startsWith('LEVEL') ? ['1', '2.5', 'high'] : ['one', 'two', 'three']
}

const onMade: fc.Arbitrary<Tested> = fc.constantFrom(...MADE).chain((variable) => {
  if (SCORES.includes(variable)) return conditionOnScore.map((condition) => ({ variable, condition }))
  const values = valuesOf(variable)
  return fc
    .oneof(
      fc.constantFrom(...values, '[UNK]').map((value): Condition => ({ operator: 'EQ', values: [value] })),
      fc.constantFrom(...values).map((value): Condition => ({ operator: 'NEQ', values: [value] })),
      fc.subarray([...values], { minLength: 1 }).map((codes): Condition => ({ operator: 'ANYOF', values: codes })),
      fc.constantFrom<Condition>({ operator: 'VALID', values: [] }, { operator: 'EXISTS', values: [] }),
    )
    .map((condition) => ({ variable, condition }))
})

const tested = fc.oneof({ weight: 3, arbitrary: onGiven }, { weight: 1, arbitrary: onMade })
export const cohortId = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: SAVED_COHORTS + 1 }))

export function subsetOn(condition: fc.Arbitrary<Tested>): fc.Arbitrary<Definition> {
  return fc
    .record({ parentId: cohortId, test: condition })
    .map(({ parentId, test }): Definition => ({ kind: 'subset', parentId, ...test }))
}

const subset = subsetOn(tested)

/** Texts in other cases, and parts of texts: conditions with them are met by some answers. */
export const onText: fc.Arbitrary<Tested> = fc.record({
  variable: fc.constantFrom('TEXT', 'TEXT_B', 'IDENTIFIER', 'NULL_B'),
  condition: fc.record({
    operator: fc.constantFrom('EQ' as const, 'STARTS' as const, 'ENDS' as const),
    values: fc
      .constantFrom('hel', 'HELLO', 'Élan', 'éLAN ', 'World', 'O', 'A', 'b', '1', 'X', '50')
      .map((text) => [text]),
  }),
})

/** Three conditions on each data type, and some on texts and on custom variables. */
const conditions = fc
  .tuple(
    fc.tuple(
      ...VARIABLES.map(({ name, dataType }) =>
        fc.array(fc.record({ variable: fc.constantFrom(name, `${name}_B`), condition: conditionOn(dataType) }), {
          minLength: 3,
          maxLength: 3,
        }),
      ),
    ),
    fc.array(onText, { minLength: 6, maxLength: 6 }),
    fc.array(onMade, { minLength: 6, maxLength: 6 }),
  )
  .map(([onCatalog, texts, made]): Definition => ({
    kind: 'conditions',
    tested: [...onCatalog.flat(), ...texts, ...made],
  }))

export const compound = fc.record({
  kind: fc.constant('compound' as const),
  parentId: cohortId,
  secondId: cohortId,
  operation: fc.constantFrom(...SET_OPERATIONS),
})

const affected = fc.oneof(
  fc.tuple(fc.constantFrom('CATEGORICAL', 'CATEGORICAL_B'), fc.constantFrom('1', '2', '10')),
  fc.tuple(fc.constantFrom('DICHOTOMOUS', 'DICHOTOMOUS_B'), fc.constant('1')),
  fc.tuple(fc.constantFrom(...NESTED), fc.constantFrom('one', 'two')),
)
/** Families by the number of their members that meet a condition; sometimes all families of a cohort. */
export function pedigreeOn(criterion: fc.Arbitrary<Tested>): fc.Arbitrary<PedigreeDefinition> {
  return fc.record({
    kind: fc.constant('pedigree' as const),
    parentId: cohortId,
    criterion: fc.option(
      fc
        .record({
          test: criterion,
          minimumSize: fc.integer({ min: 0, max: 6 }),
          comparison: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
          affectedCount: fc.integer({ min: 0, max: 3 }),
        })
        .map(({ test, ...rule }) => ({ ...rule, ...test })),
      { freq: 6 },
    ),
  })
}

const pedigree = pedigreeOn(
  affected.map(([variable, value]): Tested => ({ variable, condition: { operator: 'EQ', values: [value] } })),
)

/** Some conditions replaced by those on other variables, custom ones among them. */
function withOthers(top: RuleGroup<string>, others: readonly Tested[]): RuleGroup<string> {
  let place = 0
  const replaced = (rule: NamedRule): NamedRule => {
    if (rule.kind === 'group') return { ...rule, rules: rule.rules.map(replaced) }
    const other = rule.kind === 'condition' ? others[place++] : undefined
    return rule.kind === 'condition' && other ? { ...rule, ...other } : rule
  }
  return { ...top, rules: top.rules.map(replaced) }
}

/** A group about relatives with a simple condition: with others its outcome is mostly unknown. */
const kin = fc
  .record({
    test: fc.tuple(
      fc.constantFrom('CATEGORICAL', 'DICHOTOMOUS'),
      fc.constantFrom<Condition>({ operator: 'EQ', values: ['1'] }, { operator: 'VALID', values: [] }),
    ),
    scope: fc.constantFrom('siblings' as const, 'mother' as const, 'father' as const, 'children' as const),
    comparison: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
    count: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ test: [variable, condition], ...relatives }): RuleGroup<string> => ({
    ...NO_RULE_OPTIONS,
    kind: 'group',
    match: 'any',
    count: 1,
    relatives,
    areVersions: false,
    rules: [{ ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }],
  }))

/** Conditions on both forms as versions of one question: many individuals have a record of one of them. */
const versions = fc
  .record({
    match: fc.constantFrom(...RULE_MATCHES),
    conditions: fc.tuple(conditionOn('categorical'), conditionOn('categorical')),
  })
  .map(({ match, conditions: both }): RuleGroup<string> => ({
    ...NO_RULE_OPTIONS,
    kind: 'group',
    match,
    count: 1,
    relatives: null,
    areVersions: true,
    rules: both.map((condition, place) => ({
      ...NO_RULE_OPTIONS,
      kind: 'condition',
      variable: ['CATEGORICAL', 'CATEGORICAL_B'][place] ?? '',
      condition,
    })),
  }))

/** Rules of which the first conditions are replaced by others. */
export function rulesWith(others: fc.Arbitrary<readonly Tested[]>): fc.Arbitrary<Definition> {
  return fc
    .record({
      parentId: cohortId,
      top: fc.oneof(
        { weight: 3, arbitrary: arbitraryRules(2) },
        { weight: 1, arbitrary: kin },
        { weight: 1, arbitrary: versions },
      ),
      others,
      savedId: fc.integer({ min: 2, max: SAVED_COHORTS + 1 }),
    })
    .map(({ parentId, top, others: additions, savedId }): Definition => ({
      kind: 'rules',
      parentId,
      rules: withOthers(top, additions),
      savedId,
    }))
}

const rules = rulesWith(fc.oneof(fc.constant([]), fc.array(tested, { maxLength: 3 })))

const custom = fc.record({
  kind: fc.constant('custom' as const),
  cohortId,
  variable: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...MADE) },
    { weight: 1, arbitrary: fc.constantFrom('TABLE', ...SIMPLE) },
  ),
})

export const overlap = fc
  .shuffledSubarray([1, 2, 3, 4], { minLength: 2, maxLength: 4 })
  .map((cohortIds): Definition => ({ kind: 'overlap', cohortIds }))

const NAMES = [...VARIABLES.flatMap(({ name }) => [name, `${name}_B`]), ...MADE]
export const download = fc.record({
  kind: fc.constant('download' as const),
  cohortId,
  variables: fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 8 }),
})

/** Definitions of every kind. */
export const arbitraryDefinitions: fc.Arbitrary<readonly Definition[]> = fc
  .tuple(
    conditions,
    subset,
    subset,
    compound,
    pedigree,
    pedigree,
    rules,
    rules,
    rules,
    custom,
    custom,
    overlap,
    download,
  )
  .map((definitions) => definitions)
