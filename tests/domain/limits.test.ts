import { expect, test } from 'vitest'
import { COLLECTION_CODES } from '#domain/access.ts'
import { cohortKind, PEDIGREE_CONSTRAINTS, SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { OPERATOR_LABELS } from '#domain/conditions/operators.ts'
import * as limits from '#domain/limits.ts'

test('the constants are those of spec section 9', () => {
  expect(limits).toMatchObject({
    API_PREFIX: '/api/v0',
    CHUNK_LOAD_TIMEOUT_MILLISECONDS: 120_000,
    PAGE_SIZES: [10, 25, 50],
    DEFAULT_PAGE_SIZE: 10,
    TOP_ANSWERS_SHOWN: 10,
    VARIABLE_NAME_MAX: 48,
    VARIABLE_NAME_MIN: 3,
    VALUE_NAME_MAX: 48,
    COHORT_NAME_MAX: 48,
    VARIABLE_SET_NAME_MAX: 64,
    PROJECT_NAME_MAX: 32,
    TOAST_MILLISECONDS: 5_000,
    ROOT_PROJECT_ID: 1,
    ROOT_COHORT_ID: 1,
    DEFAULT_MINIMUM_PEDIGREE_SIZE: 0,
    UNKNOWN_VALUE: '[UNK]',
    DEFAULT_STATS: { individuals: 106_466, forms: 35, studies: 53, collections: 5 },
    FRONT_END_VERSION: '0.50.3',
    APP_VERSION: '1.0.0',
  })
  expect(SET_OPERATIONS).toEqual(['UNION', 'SUBTRACT', 'INTERSECT'])
  expect(PEDIGREE_CONSTRAINTS).toEqual(['min', 'max', 'equal'])
})

test('labels the operators as in spec section 5', () => {
  const { ANYOF: _beyond, ...labels } = OPERATOR_LABELS
  expect(labels).toEqual({
    EXISTS: expect.stringMatching(/^exists .*AVOID USING THIS/),
    VALID: 'has a valid answer',
    REGEX: 'contains',
    NREGEX: 'does not contain',
    STARTS: 'starts with',
    ENDS: 'ends with',
    EQ: 'is equal to',
    NEQ: 'is not equal to',
    GTE: 'is greater than or equal to',
    LTE: 'is less than or equal to',
    GT: 'is greater than',
    LT: 'is less than',
    BETWEEN: 'is between',
  })
})

test('derives the kind of a cohort from its operator and a collection from its code (spec section 3)', () => {
  expect(['EQ', 'REGEX', 'UNION', 'SUBTRACT', 'INTERSECT', 'PEDIGREE', 'ODD', null].map(cohortKind)).toEqual([
    'subset',
    'subset',
    'compound',
    'compound',
    'compound',
    'pedigree',
    'unknown',
    'all',
  ])
  expect(COLLECTION_CODES.join(' ')).toBe('22q11.2 adhd ad au bp bf ct dp ed fna ipsc ocd ntr pms ptsd rdoc sz su ts')
})
