import { get, post, remove, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'

const constraint = (variable_name: string, constraint_type: string, constraint_value: string) => ({
  variable_name,
  constraint_type,
  constraint_value,
})
const group = (relationship: 'AND' | 'OR', ...constraints: object[]) => ({ relationship, constraints })
const value = (name: string, ...constraints: object[]) => ({
  name,
  description: `Means ${name}`,
  definition: group('AND', ...constraints),
})

const AGE = {
  name: 'CORPUS_AGE',
  construct_type: 'downcode',
  defaultValue: 'old',
  description: 'Age in three groups',
  variables: ['INTERVIEW_AGE'],
  variable_limit: 1,
  values: [
    value('young', constraint('INTERVIEW_AGE', 'LT', '30')),
    value('middle', constraint('INTERVIEW_AGE', 'GTE', '30'), constraint('INTERVIEW_AGE', 'LT', '60')),
    value('old'),
  ],
}

const CODES = ['0', '1', '[UNK]']
const cellsOf = (rest: number) =>
  CODES.flatMap((row) => CODES.map((column) => [row, column] as const))
    .filter(([row, column]) => row !== '[UNK]' || column !== '[UNK]')
    .filter((_, place) => place % 2 === rest)
    .map(([row, column]) =>
      group('AND', constraint('MOOD_HIGH_EVER', 'EQ', row), constraint('MOOD_LOW_EVER', 'EQ', column)),
    )
const MERGE = {
  name: 'CORPUS_MOODS',
  construct_type: 'merge',
  defaultValue: '[UNK]',
  description: 'Two variables',
  variables: ['MOOD_HIGH_EVER', 'MOOD_LOW_EVER'],
  variable_limit: 2,
  values: [0, 1].map((rest) => ({
    name: `cells_${rest}`,
    description: '',
    definition: group('OR', ...cellsOf(rest)),
  })),
}

const MULTIPLE = {
  name: 'CORPUS_MANY',
  construct_type: 'multiple',
  defaultValue: '',
  description: 'Many variables, one of them custom',
  variables: ['CORPUS_AGE', 'VOICES_EVER', 'BIRTH_COUNTRY', 'BIRTH_DATE'],
  variable_limit: 10,
  values: [
    {
      name: 'one',
      description: '',
      definition: group(
        'OR',
        group('AND', constraint('CORPUS_AGE', 'EQ', 'young'), constraint('VOICES_EVER', 'EQ', '1')),
        constraint('BIRTH_COUNTRY', 'STARTS', 'M'),
      ),
    },
    value('two', constraint('BIRTH_DATE', 'LT', '1960-06-UU')),
  ],
}

/** Refused drafts with their problems. */
const REFUSED: readonly object[] = [
  {},
  { ...AGE, name: 'x' },
  { ...AGE, name: 'x'.repeat(49) },
  { ...AGE, name: '1_BAD NAME' },
  { ...AGE, name: 'SEX' },
  { ...AGE, name: 'CORPUS_ONE', values: AGE.values.slice(0, 1) },
  { ...AGE, name: 'CORPUS_TWICE', values: [...AGE.values, ...AGE.values] },
  { ...AGE, name: 'CORPUS_DEFAULT', defaultValue: 'other' },
  { ...AGE, name: 'CORPUS_NONE', variables: [] },
  { ...AGE, name: 'CORPUS_STRANGE', variables: ['NO_SUCH_VARIABLE'] },
  { ...AGE, name: 'CORPUS_FLAG', variables: ['CHECKED'] },
  { ...AGE, name: 'CORPUS_OTHER', variables: ['SEX'] },
  { ...AGE, name: 'CORPUS_TYPE', construct_type: 'sum' },
  { ...MERGE, name: 'CORPUS_HALF', variables: ['MOOD_HIGH_EVER'] },
  { ...MERGE, name: 'CORPUS_CELLS', values: MERGE.values.slice(0, 1) },
  { ...MERGE, name: 'CORPUS_MERGED', defaultValue: 'cells_0' },
  { ...AGE, name: 'CORPUS_WORDS', values: [value('a', constraint('INTERVIEW_AGE', 'GT', 'many')), value('b')] },
]

/** Previews of each kind of custom variable, in all individuals and in a cohort, and refused drafts. */
export function constructPreviews(as: Account, cohortid: number | string): CorpusRequest[] {
  const drafts = [
    AGE,
    MERGE,
    {
      ...MULTIPLE,
      variables: MULTIPLE.variables.map((name) => (name === 'CORPUS_AGE' ? 'SEX' : name)),
      values: MULTIPLE.values.slice(1),
    },
  ]
  return [
    ...drafts.flatMap((draft) => [
      post(as, '/construct/preview', draft),
      post(as, '/construct/preview', { ...draft, cohortid }),
      post(as, '/construct/preview', { ...draft, cross: 'SEX' }),
    ]),
    post(as, '/construct/preview', { ...AGE, cohortid: 99_999 }),
    post(as, '/construct/preview', { ...AGE, cross: 'NO_SUCH_VARIABLE' }),
    ...REFUSED.slice(0, 8).map((draft) => post(as, '/construct/preview', draft)),
  ]
}

/** Custom variables: saved, nested, used, edited, copied and refused. */
export function customVariables(as: Account, other: Account): CorpusRequest[] {
  const made = (draft: object, id: string) => post(as, '/construct/new', draft, { saves: { [id]: 'constructid' } })
  const uses = (variable: string, constraint_type: string, constraint_value?: string) =>
    post(as, '/cohort/preview', {
      parent_id: 1,
      cohort_type: 'subset',
      variable,
      constraint_type,
      ...(constraint_value !== undefined && { constraint_value }),
    })
  return [
    made(AGE, 'age'),
    made(AGE, 'again'),
    made(MERGE, 'merge'),
    made(MULTIPLE, 'many'),
    ...REFUSED.map((draft) => post(as, '/construct/new', draft)),
    ...['age', 'merge', 'many'].map((id) => get(as, `/construct/info?constructid=<${id}>`)),
    get(as, '/construct/info?constructid=CORPUS_AGE'),
    get(as, '/construct/info?constructid=99999'),
    get(as, '/construct/info'),
    get(other, '/construct/info?constructid=<age>'),
    get(as, '/construct/list?projectid=<project>'),
    post(as, '/construct/preview', { ...MULTIPLE, name: 'CORPUS_PREVIEW' }),
    post(as, '/variable/lookup', { variable_names: ['CORPUS_AGE', 'CORPUS_MOODS', 'CORPUS_MANY'] }),
    post(as, '/variable/distribution', { variable_name: 'CORPUS_MANY', cohortids: [1] }),
    post(as, '/variable/sketches', { variable_names: ['CORPUS_AGE', 'CORPUS_MOODS'] }),
    uses('CORPUS_AGE', 'EQ', 'young'),
    uses('CORPUS_AGE', 'NEQ', 'young'),
    uses('CORPUS_MOODS', 'EQ', '[UNK]'),
    uses('CORPUS_MANY', 'VALID'),
    uses('CORPUS_MANY', 'GT', '1'),
    get(as, '/usage?constructid=<age>'),
    get(as, '/construct/info?constructid=<age>', { saves: { version: 'custom_vars.0.version' } }),
    post(as, '/construct/edit', { constructid: '<age>', description: 'Second', version: '<version>' }),
    post(as, '/construct/edit', { constructid: '<age>', description: 'Third', version: '<version>' }),
    post(as, '/construct/edit', { constructid: '<age>', name: 'CORPUS_RENAMED' }),
    post(as, '/construct/edit', { constructid: '<many>', name: 'CORPUS_RENAMED' }),
    post(as, '/construct/edit', { constructid: 99_999, description: 'None' }),
    post(other, '/construct/edit', { constructid: '<age>', description: 'Theirs' }),
    post(as, '/construct/copy', { constructid: '<age>', projectid: 1 }, { saves: { copy: 'constructid' } }),
    post(as, '/construct/copy', { constructid: '<age>', projectid: 1, name: 'CORPUS_COPY' }),
    post(as, '/construct/copy', { constructid: '<age>', projectid: 1, name: 'CORPUS_COPY' }),
    post(as, '/construct/copy', { constructid: '<age>', projectid: 99_999 }),
    post(as, '/construct/copy', { constructid: 99_999, projectid: 1 }),
    remove(as, '/construct/delete?constructid=<copy>'),
    remove(other, '/construct/delete?constructid=<merge>'),
  ]
}
