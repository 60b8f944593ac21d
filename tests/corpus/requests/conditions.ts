import { OPERATORS, valueCount, type Operator } from '#domain/conditions/operators.ts'
import { post, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { SAMPLE_VARIABLES, type SampleVariable } from '#tests/corpus/requests/sample-variables.ts'

const TEXT_OPERATORS: readonly Operator[] = ['REGEX', 'NREGEX', 'STARTS', 'ENDS']

/** A condition as a subset's draft carries it. */
function conditionOn(variable: SampleVariable, operator: Operator) {
  const count = valueCount(operator)
  const values = { any: variable.anyOf, two: variable.between, one: [], none: [] }[count]
  const single = TEXT_OPERATORS.includes(operator) ? variable.part : variable.value
  return {
    variable: variable.name,
    constraint_type: operator,
    ...(count === 'one' && { constraint_value: single }),
    ...(values.length > 0 && { constraint_values: values }),
  }
}

export function subsetOf(parent_id: number | string, condition: object) {
  return { parent_id, cohort_type: 'subset', ...condition }
}

/** Previews of a subset by each operator and data type, and of operators without a value. */
export function operatorPreviews(as: Account): CorpusRequest[] {
  return SAMPLE_VARIABLES.flatMap((variable) => [
    ...OPERATORS.map((operator) => conditionOn(variable, operator)),
    { variable: variable.name, constraint_type: 'EQ', constraint_value: '[UNK]' },
  ]).map((condition) => post(as, '/cohort/preview', subsetOf(1, condition)))
}

/** Refused previews, and unusual notations of values. */
export function oddPreviews(as: Account): CorpusRequest[] {
  const mood = { variable: 'MOOD_HIGH_EVER', constraint_type: 'EQ', constraint_value: '1' }
  const conditions: readonly object[] = [
    {},
    { variable: 'MOOD_HIGH_EVER' },
    { variable: 'NO_SUCH_VARIABLE', constraint_type: 'VALID' },
    { ...mood, constraint_type: 'LIKE' },
    { ...mood, constraint_value: 'no such code' },
    { ...mood, constraint_value: '' },
    { ...mood, variable: 'mood_high_ever' },
    { variable: 'MOOD_HIGH_EVER', constraint_type: 'EQ' },
    { variable: 'MOOD_HIGH_EVER', constraint_type: 'ANYOF', constraint_values: [] },
    { variable: 'MOOD_HIGH_EVER', constraint_type: 'ANYOF', constraint_values: Array.from({ length: 1_001 }, String) },
    { variable: 'INT2_PRESENT', constraint_type: 'EQ', constraint_value: '1;2' },
    { variable: 'INTERVIEW_AGE', constraint_type: 'BETWEEN', constraint_values: ['50', '30'] },
    { variable: 'INTERVIEW_AGE', constraint_type: 'BETWEEN', constraint_values: ['50'] },
    { variable: 'INTERVIEW_AGE', constraint_type: 'GT', constraint_value: 'forty' },
    { variable: 'INTERVIEW_AGE', constraint_type: 'EQ', constraint_value: '40.0' },
    { variable: 'BIRTH_DATE', constraint_type: 'GT', constraint_value: '1987-13-01' },
    { variable: 'BIRTH_DATE', constraint_type: 'LT', constraint_value: '1960' },
    { variable: 'BIRTH_COUNTRY', constraint_type: 'REGEX', constraint_value: '(' },
    { variable: 'BIRTH_COUNTRY', constraint_type: 'REGEX', constraint_value: '(a)\\1' },
    { variable: 'BIRTH_COUNTRY', constraint_type: 'REGEX', constraint_value: 'x'.repeat(1_001) },
    { variable: 'BIRTH_COUNTRY', constraint_type: 'EQ', constraint_value: ' mexico ' },
    { variable: 'BIRTH_COUNTRY', constraint_type: 'STARTS', constraint_value: 'x'.repeat(10_001) },
  ]
  return [
    ...conditions.map((condition) => post(as, '/cohort/preview', subsetOf(1, condition))),
    post(as, '/cohort/preview', subsetOf(99_999, mood)),
    post(as, '/cohort/preview', subsetOf(0, mood)),
    post(as, '/cohort/preview', { parent_id: '1', cohort_type: 'subset', ...mood }),
    post(as, '/cohort/preview', { parent_id: 1, cohort_type: 'other', ...mood }),
    post(as, '/cohort/preview', '{"parent_id": 1,'),
    post(as, '/cohort/preview', 'null'),
    post(as, '/cohort/preview', '[]'),
  ]
}

/** Pedigree previews: each criterion of each count, all relatives, and refused ones. */
export function pedigreePreviews(as: Account, parent_id: number | string = 1): CorpusRequest[] {
  const pedigree = { parent_id, cohort_type: 'pedigree', min_pedsize: 2 }
  const affected = { variable: 'MOOD_LOW_EVER', constraint_type: 'EQ', constraint_value: '1' }
  const criteria = ['min', 'max', 'equal'].flatMap((ped_constraint) =>
    [0, 1, 2].map((ped_constraint_count) => ({ ...affected, ped_constraint, ped_constraint_count })),
  )
  const drafts: readonly object[] = [
    ...criteria,
    { variable: 'CHECKED', constraint_type: 'VALID', ped_constraint: 'min', ped_constraint_count: 1 },
    {},
    { min_pedsize: 0 },
    { min_pedsize: 5 },
    { min_pedsize: -1 },
    { min_pedsize: 1.5 },
    { ...affected, ped_constraint: 'most', ped_constraint_count: 1 },
    { ...affected, ped_constraint: 'min' },
    {
      variable: 'INTERVIEW_AGE',
      constraint_type: 'GT',
      constraint_value: '40',
      ped_constraint: 'min',
      ped_constraint_count: 1,
    },
    { ...affected, constraint_value: '[UNK]', ped_constraint: 'min', ped_constraint_count: 1 },
    { variable: 'NO_SUCH_VARIABLE', constraint_type: 'VALID', ped_constraint: 'min', ped_constraint_count: 1 },
  ]
  return drafts.map((draft) => post(as, '/cohort/preview', { ...pedigree, ...draft }))
}
