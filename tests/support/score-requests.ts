import type { Person, Study, StudyForm } from '#tests/support/study.ts'
import type { TextRequest } from '#tests/support/text-requests.ts'

const COLLECTIONS = ['bp', 'sz', 'au']
const PARTICIPANTS = 105

const person = (nth: number): Person => ({
  id: `P${100 + nth}`,
  // Families of one collection, and families of several.
  family: nth < 60 ? `F${Math.floor(nth / 12)}${nth % 3}` : `G${Math.floor(nth / 4)}`,
  collection: COLLECTIONS[nth % 3] ?? '',
  study: '1',
  sex: nth % 2 === 0 ? 'M' : 'F',
  consent: 'general',
  dx: nth % 5 === 0 ? 'control' : 'case',
})

const VARIABLES: StudyForm['variables'] = [
  { name: 'FIRST', dataType: 'numberrange' },
  { name: 'SECOND', dataType: 'numberrange' },
  { name: 'ITEM', dataType: 'categorical', possibleValues: ['0', '1', '2'] },
  { name: 'FLAG', dataType: 'dichotomous', possibleValues: ['1'] },
  { name: 'BIRTH', dataType: 'fuzzydate' },
  { name: 'SEEN', dataType: 'date' },
  // In no score, and never changed.
  { name: 'OTHER', dataType: 'categorical', possibleValues: ['a', 'b'] },
]

function recordOf(nth: number): Record<string, string> {
  return {
    FIRST: String((nth * 7) % 31),
    ITEM: String(nth % 3),
    BIRTH: `19${60 + (nth % 30)}-05-0${1 + (nth % 9)}`,
    SEEN: '2020-01-01',
    OTHER: nth % 5 < 2 ? 'a' : 'b',
    ...(nth % 4 === 0 ? {} : { SECOND: String((nth * 5) % 17) }),
    ...(nth % 2 === 0 ? { FLAG: '1' } : {}),
  }
}

/** Participants of three collections with records of one form; `change` replaces the answers of some participants. */
export function scoreStudy(
  change: (answers: Record<string, string>, collection: string) => Record<string, string>,
): Study {
  const numbers = Array.from({ length: PARTICIPANTS }, (_, nth) => nth)
  const participants = numbers.map(person)
  const records = Object.fromEntries(
    participants
      .map(({ id, collection }, nth) => [id, change(recordOf(nth), collection)] as const)
      // Some individuals did not get the form.
      .filter((_, nth) => nth % 8 !== 7),
  )
  return { participants, forms: [{ instrument: 'A', version: '1', variables: VARIABLES, records }] }
}

const score = (name: string, formula: string) => ({ name, construct_type: 'score', variables: [], values: [], formula })
const value = (name: string, variable_name: string, constraint_type: string, constraint_value: string) => ({
  name,
  description: '',
  definition: { relationship: 'AND', constraints: [{ variable_name, constraint_type, constraint_value }] },
})

const CONSTRUCTS = [
  score('TOTAL', 'SUM(FIRST, SECOND; at least 1)'),
  score('COUNTED', "COUNT(ITEM, FLAG = '1'; at least 1)"),
  score('ELAPSED', 'YEARS(BIRTH, SEEN)'),
  score('CHOSEN', "IF(FLAG = '1', FIRST, -FIRST)"),
  {
    name: 'GRADE',
    construct_type: 'downcode',
    defaultValue: '2',
    variables: ['TOTAL'],
    values: [value('1', 'TOTAL', 'GTE', '20'), value('2', 'TOTAL', 'LT', '5')],
  },
  {
    name: 'MIXED',
    construct_type: 'multiple',
    defaultValue: 'b',
    variables: ['GRADE', 'CHOSEN'],
    values: [value('a', 'GRADE', 'EQ', '1'), value('b', 'CHOSEN', 'GT', '0')],
  },
  score('NESTED', 'MEAN(TOTAL, GRADE, ELAPSED; at least 2)'),
]
const SCORE_NAMES = ['TOTAL', 'COUNTED', 'ELAPSED', 'CHOSEN', 'NESTED']
const CODED_NAMES = ['GRADE', 'MIXED']
const MADE_NAMES = [...SCORE_NAMES, ...CODED_NAMES]

const post = (path: string, body: object): TextRequest => ({ method: 'POST', path, body })
const get = (path: string): TextRequest => ({ method: 'GET', path })
const subset = { parent_id: 1, cohort_type: 'subset' }
const pedigree = { parent_id: 1, cohort_type: 'pedigree', min_pedsize: 0 }

/** All conditions on a variable that the requests use. */
function conditionsOn(variable: string): object[] {
  const isScore = SCORE_NAMES.includes(variable)
  const comparisons = isScore
    ? [
        ['GT', '12'],
        ['LTE', '12'],
        ['EQ', '1'],
        ['NEQ', '1'],
      ]
    : [
        ['EQ', '1'],
        ['NEQ', '2'],
        ['EQ', 'b'],
      ]
  return [
    ...comparisons.map(([constraint_type, constraint_value]) => ({ constraint_type, constraint_value })),
    { constraint_type: 'EQ', constraint_value: '[UNK]' },
    { constraint_type: 'VALID' },
    { constraint_type: 'EXISTS' },
  ]
}

/** Requests that make the variables, and all requests whose responses depend on them in a cohort. */
export function scoreRequests(): TextRequest[] {
  return [
    ...CONSTRUCTS.flatMap((draft) => [
      post('/construct/preview', { ...draft, cross: 'OTHER' }),
      post('/construct/new', draft),
    ]),
    ...shownIn(1),
    ...MADE_NAMES.flatMap(asked),
    ...COHORTS.map((draft, nth) => post('/cohort/new', { ...draft, name: `Saved ${nth}` })),
    ...RULES.map((rules, nth) => post('/cohort/rules/new', { parent_id: 1, rules, name: `Rules ${nth}` })),
  ]
}

/** All requests about a saved cohort; variables are shown for the first one only, for speed. */
export function requestsAbout(cohortid: number, place: number): TextRequest[] {
  return [
    get(`/cohort/info?cohortid=${cohortid}`),
    get(`/cohort/summary?cohortid=${cohortid}`),
    get(`/cohort/pedigrees?cohortid=${cohortid}`),
    post('/cohort/overlap', { cohortids: [1, cohortid] }),
    ...(place === 0 ? shownIn(cohortid) : []),
  ]
}

/** All requests about the variables in a cohort. */
function shownIn(cohortid: number): TextRequest[] {
  return [
    get('/construct/list'),
    ...MADE_NAMES.map((name) => get(`/construct/info?constructid=${name}`)),
    post('/variable/lookup', { variable_names: MADE_NAMES, limit_cohortid: cohortid }),
    post('/variable/sketches', { variable_names: MADE_NAMES }),
    post('/variable/distribution', { variable_name: 'NESTED', cohortids: [1, cohortid] }),
    ...MADE_NAMES.map((variable_name) => post('/variable/distribution', { variable_name, cohortids: [cohortid] })),
    ...CONSTRUCTS.map((draft) => post('/construct/preview', { ...draft, cohortid })),
    get(`/cohort/fam?cohortid=${cohortid}&variable=TOTAL`),
    get(`/cohort/fam?cohortid=${cohortid}&variable=GRADE&value=1`),
    get(`/cohort/phenopackets?cohortid=${cohortid}&variable=GRADE&value=1`),
  ]
}

function asked(variable: string): TextRequest[] {
  const condition = { variable, constraint_type: 'EQ', constraint_value: variable === 'GRADE' ? '1' : 'b' }
  const families = ['min', 'max', 'equal'].map((ped_constraint) =>
    post('/cohort/preview', { ...pedigree, ...condition, ped_constraint, ped_constraint_count: 1 }),
  )
  return [
    // Affection status is a code: of a score by a downcode.
    ...(SCORE_NAMES.includes(variable) ? [] : families),
    ...conditionsOn(variable).flatMap((tested) => [
      post('/cohort/preview', { ...subset, variable, ...tested }),
      post('/cohort/rules/preview', {
        parent_id: 1,
        rules: { version: 1, match: 'none', rules: [{ variable_name: variable, ...tested }] },
      }),
    ]),
  ]
}

const high = { variable_name: 'TOTAL', constraint_type: 'GT', constraint_value: '12' }
const graded = { variable_name: 'GRADE', constraint_type: 'EQ', constraint_value: '2' }
const RULES = [
  { version: 1, match: 'all', rules: [{ ...high, unknown_as: 'match' }, graded] },
  { version: 1, match: 'any', rules: [{ ...high, unknown_as: 'no_match' }, graded] },
  { version: 1, match: 'none', rules: [high] },
  {
    version: 1,
    match: 'all',
    rules: [{ match: 'any', relatives: { scope: 'family', comparison: 'min', count: 1 }, rules: [high] }],
  },
]

const COHORTS = [
  { ...subset, variable: 'TOTAL', constraint_type: 'GT', constraint_value: '12' },
  { ...subset, variable: 'TOTAL', constraint_type: 'EQ', constraint_value: '[UNK]' },
  { ...subset, variable: 'NESTED', constraint_type: 'VALID' },
  { ...subset, variable: 'GRADE', constraint_type: 'NEQ', constraint_value: '1' },
  {
    ...pedigree,
    variable: 'GRADE',
    constraint_type: 'EQ',
    constraint_value: '1',
    ped_constraint: 'min',
    ped_constraint_count: 1,
  },
]
