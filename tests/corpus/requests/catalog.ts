import { get, post, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { SAMPLE_VARIABLES } from '#tests/corpus/requests/sample-variables.ts'

const search = (as: Account, searchstring: string, more: object = {}) =>
  post(as, '/variable/search', { searchstring, searchtype: 'question', limit: 40, ...more })

/** Waits until counts by collection are cached: they are absent before. */
export function untilCounted(as: Account): CorpusRequest {
  return search(as, '', { facets: true, filter: { collection: 'bp' } })
}

/** Searches with words, typing errors, synonyms, filters and facets, and refused ones. */
export function searches(as: Account): CorpusRequest[] {
  const words = [
    'mood',
    'high mood',
    'slep',
    'voises',
    'gender',
    'paranoid',
    'age at onset',
    'education',
    'zzzzqq',
    '"',
    '%',
  ]
  const filters: readonly object[] = [
    { form: 'Person and Household 3' },
    { form: 'No such form' },
    { section: 'Sleep' },
    { data_type: 'fuzzydate' },
    { kind: 'downcode' },
    { collection: 'au' },
    { collection: 'none' },
    { cohortid: 1 },
    { cohortid: 99_999 },
    { form: 'Person and Household 3', data_type: 'text', collection: 'sz' },
  ]
  return [
    post(as, '/variable/search', { searchstring: '', searchtype: 'question' }),
    ...words.flatMap((word) => [search(as, word), search(as, word, { nearest: true, facets: true })]),
    ...filters.map((filter) => search(as, '', { facets: true, filter })),
    search(as, 'sleep', { facets: true, filter: { collection: 'bp' } }),
    search(as, 'x'.repeat(1_001)),
    search(as, 'mood', { limit: 0 }),
    search(as, 'mood', { limit: 1_001 }),
    search(as, 'mood', { searchtype: 'answer' }),
    search(as, 'mood', { filter: 'all' }),
    post(as, '/variable/search', {}),
  ]
}

/** Variable pages, distributions, sketches, same questions and dictionaries. */
export function variables(as: Account, cohortid: number | string): CorpusRequest[] {
  const names = SAMPLE_VARIABLES.map(({ name }) => name)
  return [
    ...names.flatMap((name) => [
      post(as, '/variable/lookup', { variable_names: [name] }),
      post(as, '/variable/distribution', { variable_name: name, cohortids: [1] }),
      post(as, '/variable/distribution', { variable_name: name, cohortids: [1, cohortid], bins: 5 }),
      post(as, '/variable/summary', { variable_name: name, cohortids: [1, cohortid] }),
      post(as, '/variable/sketches', { variable_names: [name] }),
      get(as, `/variable/similar?variable_name=${name}`),
    ]),
    post(as, '/variable/lookup', { variable_names: names, limit_cohortid: cohortid }),
    post(as, '/variable/lookup', { variable_names: ['sex', 'NO_SUCH_VARIABLE', 'SEX'] }),
    post(as, '/variable/lookup', { variable_names: [] }),
    post(as, '/variable/lookup', { variable_names: Array.from({ length: 251 }, (_, place) => `V${place}`) }),
    post(as, '/variable/lookup', { variable_names: ['SEX'], limit_cohortid: 99_999 }),
    post(as, '/variable/sketches', { variable_names: names }),
    post(as, '/variable/sketches', { variable_names: Array.from({ length: 51 }, () => 'SEX') }),
    post(as, '/variable/distribution', { variable_name: 'NO_SUCH_VARIABLE', cohortids: [1] }),
    post(as, '/variable/distribution', { variable_name: 'SEX', cohortids: [] }),
    post(as, '/variable/distribution', { variable_name: 'SEX', cohortids: [99_999] }),
    post(as, '/variable/distribution', { variable_name: 'INTERVIEW_AGE', cohortids: [1], bins: 0 }),
    post(as, '/variable/distribution', { variable_name: 'INTERVIEW_AGE', cohortids: [1], bins: 200 }),
    get(as, '/variable/similar?variable_name=NO_SUCH_VARIABLE'),
    get(as, '/variable/similar'),
  ]
}

/** Data dictionaries of the catalog. */
export function dictionaries(as: Account): CorpusRequest[] {
  return [
    'format=redcap',
    'format=bids',
    'format=redcap&filename=all.csv',
    'format=spss',
    '',
    'format=bids&varsetid=99999',
  ].map((query) => get(as, `/variable/dictionary?${query}`))
}

/** Edits of base variables: proposed, decided and refused. */
export function variableEdits(): CorpusRequest[] {
  const edit = { variable_name: 'SEX', question: 'Sex as registered', comment: 'Shorter' }
  const coded = { variable_name: 'MOOD_HIGH_EVER', values: { 1: 'Certainly' }, comment: 'Clearer' }
  return [
    post('researcher', '/variable/edit', edit),
    post('anonymous', '/variable/edit', edit),
    post('admin', '/variable/edit', { ...edit, comment: ' ' }),
    post('admin', '/variable/edit', { variable_name: 'SEX', comment: 'Nothing' }),
    post('admin', '/variable/edit', { ...edit, variable_name: 'NO_SUCH_VARIABLE' }),
    post('admin', '/variable/edit', { ...edit, question: 'x'.repeat(10_001) }),
    post('admin', '/variable/edit', edit, { saves: { edit: 'edit_id' } }),
    post('admin', '/variable/edit', coded, { saves: { coded: 'edit_id' } }),
    get('researcher', '/variable/edits'),
    get('admin', '/variable/edits'),
    get('admin', '/variable/edits?variable_name=SEX'),
    post('researcher', '/variable/edits/decide', { edit_id: '<edit>', approve: true }),
    post('admin', '/variable/edits/decide', { edit_id: 99_999, approve: true }),
    post('admin', '/variable/edits/decide', { edit_id: '<edit>' }),
    post('admin', '/variable/edits/decide', { edit_id: '<edit>', approve: true, comment: 'Good' }),
    post('admin', '/variable/edits/decide', { edit_id: '<edit>', approve: false }),
    post('admin', '/variable/edits/decide', { edit_id: '<coded>', approve: false, comment: 'No' }),
    get('admin', '/variable/edits'),
    post('researcher', '/variable/lookup', { variable_names: ['SEX', 'MOOD_HIGH_EVER'] }),
  ]
}
