export interface TextRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

interface Condition {
  readonly variable_name: string
  readonly constraint_type: string
  readonly constraint_value?: string
}

const OPERATORS = ['REGEX', 'NREGEX', 'STARTS', 'ENDS', 'EQ', 'NEQ']
const PRESENCE: readonly Omit<Condition, 'variable_name'>[] = [
  { constraint_type: 'VALID' },
  { constraint_type: 'EXISTS' },
  { constraint_type: 'EQ', constraint_value: '[UNK]' },
]

const value = (name: string, ...constraints: readonly Condition[]) => ({
  name,
  description: '',
  definition: { relationship: 'OR', constraints },
})
const compared = (variable_name: string, constraint_type: string, constraint_value: string): Condition => ({
  variable_name,
  constraint_type,
  constraint_value,
})

const TABLE_ROWS = ['starts', 'ends', 'equal', 'found', 'rest', '[UNK]']
const TABLE_CELLS = TABLE_ROWS.flatMap((row) => ['yes', 'no', '[UNK]'].map((column) => [row, column] as const)).filter(
  (cell) => cell.some((code) => code !== '[UNK]'),
)

/** Custom variables over texts: each operator, beside other answers, as a table, and nested. */
const CONSTRUCTS = [
  {
    name: 'BY_TEXT',
    construct_type: 'downcode',
    defaultValue: 'rest',
    variables: ['NOTES'],
    values: [
      value('starts', compared('NOTES', 'STARTS', 'hello')),
      value('ends', compared('NOTES', 'ENDS', 'hello')),
      value('equal', compared('NOTES', 'EQ', 'hello')),
      value('found', compared('NOTES', 'REGEX', 'l+')),
      value('rest', compared('NOTES', 'NREGEX', 'Z')),
    ],
  },
  {
    name: 'MIXED',
    construct_type: 'multiple',
    defaultValue: '',
    variables: ['AGE', 'HOSPITAL_ID', 'UNUSED'],
    values: [
      value('old', compared('AGE', 'GT', '45')),
      value('found', compared('HOSPITAL_ID', 'STARTS', 'hello'), compared('UNUSED', 'NREGEX', 'Z')),
    ],
  },
  {
    name: 'NESTED',
    construct_type: 'downcode',
    defaultValue: '',
    variables: ['BY_TEXT'],
    values: [value('yes', compared('BY_TEXT', 'EQ', 'rest')), value('no', compared('BY_TEXT', 'EQ', '[UNK]'))],
  },
  {
    name: 'TWICE',
    construct_type: 'downcode',
    defaultValue: 'no',
    variables: ['NESTED'],
    values: [value('found', compared('NESTED', 'NEQ', 'no')), value('no', compared('NESTED', 'EQ', 'no'))],
  },
  {
    name: 'TABLE',
    construct_type: 'merge',
    defaultValue: '',
    variables: ['BY_TEXT', 'NESTED'],
    values: ['found', 'no'].map((name, place) => ({
      name,
      description: '',
      definition: {
        relationship: 'OR',
        constraints: TABLE_CELLS.filter((_, index) => index % 2 === place).map(([row, column]) => ({
          relationship: 'AND',
          constraints: [compared('BY_TEXT', 'EQ', row), compared('NESTED', 'EQ', column)],
        })),
      },
    })),
  },
]

const NAMES = CONSTRUCTS.map(({ name }) => name)
const subset = { parent_id: 1, cohort_type: 'subset' }
const post = (path: string, body: object): TextRequest => ({ method: 'POST', path, body })
const get = (path: string): TextRequest => ({ method: 'GET', path })

/**
 * All requests about texts: directly, by custom variables (preview, saved, nested, shown), by pedigrees, and by saved
 * cohorts.
 */
export function textRequests(): TextRequest[] {
  return [...direct(), ...constructs(), ...shown(1), ...NAMES.flatMap(askedOf), ...DRAFTS.map(toSave)]
}

/** All requests about a saved cohort; variables are shown for the first one only, for speed. */
export function requestsOnCohort(cohortid: number, place: number): TextRequest[] {
  return [
    get(`/cohort/info?cohortid=${cohortid}`),
    get(`/cohort/summary?cohortid=${cohortid}`),
    get(`/cohort/pedigrees?cohortid=${cohortid}`),
    post('/cohort/overlap', { cohortids: [1, cohortid] }),
    ...(place === 0 ? shown(cohortid) : []),
  ]
}

function direct(): TextRequest[] {
  const asked = ['NOTES', 'HOSPITAL_ID', 'UNUSED'].flatMap((variable) => [
    ...OPERATORS.map((constraint_type) => ({ ...subset, variable, constraint_type, constraint_value: 'hello' })),
    ...PRESENCE.map((condition) => ({ ...subset, variable, ...condition })),
  ])
  return asked.map((draft) => post('/cohort/preview', draft))
}

function constructs(): TextRequest[] {
  return CONSTRUCTS.flatMap((draft) => [
    post('/construct/preview', { ...draft, cross: 'MARITAL' }),
    post('/construct/new', draft),
  ])
}

/** All endpoints with counts of variables. */
function shown(cohortid: number): TextRequest[] {
  const search = { searchstring: '', searchtype: 'question', facets: true, limit: 50 }
  return [
    // Waits until counts by collection are cached.
    post('/variable/search', { ...search, collection: 'bp' }),
    post('/variable/search', { ...search, cohortid }),
    get('/construct/list'),
    ...NAMES.map((name) => get(`/construct/info?constructid=${name}`)),
    post('/variable/lookup', { variable_names: [...NAMES, 'NOTES', 'HOSPITAL_ID'], limit_cohortid: cohortid }),
    ...[...NAMES, 'NOTES'].map((variable_name) =>
      post('/variable/distribution', { variable_name, cohortids: [cohortid] }),
    ),
    post('/variable/sketches', { variable_names: NAMES }),
  ]
}

function askedOf(variable: string): TextRequest[] {
  return [
    { ...subset, variable, constraint_type: 'EQ', constraint_value: 'found' },
    { ...subset, variable, constraint_type: 'EQ', constraint_value: '[UNK]' },
    { ...subset, variable, constraint_type: 'NEQ', constraint_value: 'found' },
    { ...subset, variable, constraint_type: 'VALID' },
    pedigree(variable, 'min'),
    pedigree(variable, 'max'),
  ].map((draft) => post('/cohort/preview', draft))
}

function pedigree(variable: string, ped_constraint: string) {
  return {
    parent_id: 1,
    cohort_type: 'pedigree',
    variable,
    constraint_type: 'EQ',
    constraint_value: 'found',
    min_pedsize: 0,
    ped_constraint,
    ped_constraint_count: 1,
  }
}

/** Some are refused because the cohort is empty: equally. */
const DRAFTS = [
  { ...subset, variable: 'NOTES', constraint_type: 'NREGEX', constraint_value: 'Z' },
  { ...subset, variable: 'BY_TEXT', constraint_type: 'EQ', constraint_value: '[UNK]' },
  { ...subset, variable: 'MIXED', constraint_type: 'EQ', constraint_value: 'found' },
  pedigree('BY_TEXT', 'min'),
  pedigree('MIXED', 'max'),
]
const toSave = (draft: object, place: number) => post('/cohort/new', { ...draft, name: `Saved ${place}` })
