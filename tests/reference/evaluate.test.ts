import { expect, test } from 'vitest'
import { NO_RULE_OPTIONS, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Definition } from '#tests/reference/definition.ts'
import { evaluate } from '#tests/reference/evaluate.ts'
import type { World } from '#tests/reference/world.ts'
import { PEDIGREE_STUDY } from '#tests/support/pedigree-study.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'

/** Cohort 2 has the members of family F1, cohort 3 those with an even number. */
const WORLD: World = {
  study: SMALL_STUDY,
  made: [
    {
      name: 'AGED',
      sources: ['AGE'],
      values: [
        {
          name: 'old',
          criteria: {
            relationship: 'AND',
            parts: [{ variable: 'AGE', condition: { operator: 'GTE', values: ['50'] } }],
          },
        },
        { name: 'young', criteria: { relationship: 'AND', parts: [] } },
      ],
      defaultValue: 'young',
    },
    {
      name: 'TWICE',
      formula: {
        kind: 'arithmetic',
        sign: '*',
        left: { kind: 'number', value: 2 },
        right: { kind: 'variable', variable: 'MOOD_SCORE' },
      },
    },
  ],
  cohorts: [
    ['P01', 'P02', 'P03'],
    ['P02', 'P04', 'P06', 'P08', 'P10', 'P12'],
  ],
  withdrawn: ['P08'],
  reader: { isAdmin: false, collections: ['bp'] },
  isSuppressing: false,
}

function evaluated(definition: Definition, world = WORLD) {
  return evaluate(world, definition)
}

// All numbers are counted by hand in the rows of the studies.

test('a subset: a comparison of a missing answer is unknown, and one without a form has no record', () => {
  const condition = { operator: 'GT', values: ['45'] } as const
  expect(evaluated({ kind: 'subset', parentId: 1, variable: 'AGE', condition })).toMatchObject({
    split: { match: 3, no_match: 3, unknown: 2, no_record: 4 },
    members: ['P01', 'P02', 'P04'],
    size: 3,
  })
})

test('a subset by a text does not count unreadable individuals', () => {
  const condition = { operator: 'EQ', values: ['HELLO'] } as const
  expect(evaluated({ kind: 'subset', parentId: 1, variable: 'NOTES', condition })).toMatchObject({
    split: {
      match: 1,
      no_match: 1,
      unknown: 2,
      no_record: 1,
      not_counted: 7,
      not_counted_collections: ['au', 'sz'],
    },
    members: ['P03'],
  })
})

test('a partial date matches only if all its days do', () => {
  const split = (operator: 'GT' | 'LT', value: string) =>
    evaluated({ kind: 'subset', parentId: 1, variable: 'BIRTH', condition: { operator, values: [value] } })['split']
  // 1971-05-02, 1973-UU-UU, 2014-0U-UU, 1962-01-01, 19UU-UU-UU; three others have a form without it.
  expect(split('GT', '1973-06-15')).toEqual({ match: 1, no_match: 2, unknown: 5, no_record: 4 })
  expect(split('LT', '2000-01-01')).toEqual({ match: 4, no_match: 1, unknown: 3, no_record: 4 })
})

test('unions, intersections and differences', () => {
  const members = (operation: 'UNION' | 'INTERSECT' | 'SUBTRACT') =>
    evaluated({ kind: 'compound', parentId: 2, secondId: 3, operation })['members']
  expect(members('UNION')).toEqual(['P01', 'P02', 'P03', 'P04', 'P06', 'P08', 'P10', 'P12'])
  expect(members('INTERSECT')).toEqual(['P02'])
  expect(members('SUBTRACT')).toEqual(['P01', 'P03'])
})

test('an overlap counts each individual once', () => {
  expect(evaluated({ kind: 'overlap', cohortIds: [2, 3] })).toEqual({
    overlap: [
      ['2', 2],
      ['2 3', 1],
      ['3', 5],
    ],
  })
})

test('a pedigree cohort keeps whole families', () => {
  const criterion = {
    variable: 'MARITAL',
    condition: { operator: 'EQ', values: ['1'] },
    minimumSize: 2,
    comparison: 'min',
    affectedCount: 1,
  } as const
  expect(evaluated({ kind: 'pedigree', parentId: 1, criterion })).toMatchObject({
    members: ['P01', 'P02', 'P03'],
    totals: { pedigrees: 1, individuals: 3, affected: 2, placeholders: 0, by_size: [[3, 1]], by_affected: [[2, 1]] },
    families: [{ collection: 'bp', pedigree_count: 1, count: 3, affected_count: 2 }],
  })
})

test('rules about relatives: half-siblings are no siblings, and an unrecorded parent is unknown', () => {
  const rules = (scope: 'siblings' | 'father'): RuleGroup<string> => ({
    ...NO_RULE_OPTIONS,
    kind: 'group',
    match: 'any',
    count: 1,
    relatives: { scope, comparison: 'min', count: 1 },
    areVersions: false,
    rules: [
      { ...NO_RULE_OPTIONS, kind: 'condition', variable: 'MOOD_LOW', condition: { operator: 'EQ', values: ['1'] } },
    ],
  })
  const world = { ...WORLD, study: PEDIGREE_STUDY, made: [], cohorts: [[]], withdrawn: [] }
  const count = (scope: 'siblings' | 'father') =>
    evaluated({ kind: 'rules', parentId: 1, rules: rules(scope), savedId: 2 }, world)
  // K08 has the twin K07, who has low mood; K04's brother K03 has none, K03's sister K04 has no record.
  expect(count('siblings')).toMatchObject({ members: ['K08'], split: { match: 1, no_match: 10, unknown: 2 } })
  // K01 has low mood, his children are K03 and K04; K07 is the father of K10. K03 has none: K07 and K08.
  expect(count('father')).toMatchObject({
    members: ['K03', 'K04', 'K10'],
    split: { match: 3, no_match: 2, unknown: 8 },
  })
})

test('a custom variable gives its default only if no definition may match', () => {
  expect(evaluated({ kind: 'custom', cohortId: 1, variable: 'AGED' })).toMatchObject({
    values: [
      { name: 'old', count: 3 },
      { name: 'young', count: 0 },
    ],
    default: 3,
    unknown: 0,
    no_answer: 2,
    no_record: 4,
  })
})

test('a score is computed of readable individuals only', () => {
  expect(evaluated({ kind: 'custom', cohortId: 1, variable: 'TWICE' })).toMatchObject({
    split: { match: 2, no_match: 0, unknown: 0, no_record: 3, not_counted: 7 },
    answered: 2,
  })
})

test('a download has the readable individuals who are not withdrawn', () => {
  const variables = ['AGE', 'SYMPTOMS', 'TWICE']
  expect(evaluated({ kind: 'download', cohortId: 2, variables })['lines']).toEqual([
    ['P01', 'F1', 'bp', '1', 'general', 'bipolar', '52', 'A;B', '-4'],
    ['P02', 'F1', 'bp', '1', 'general', 'control', '50', 'B', ''],
    ['P03', 'F1', 'bp', '1', '', 'bipolar', '9', 'A', '3'],
  ])
  const admin = { ...WORLD, reader: { isAdmin: true, collections: [] } }
  expect(evaluated({ kind: 'download', cohortId: 3, variables }, admin)).toMatchObject({ size: 5, cohort: 6 })
})
