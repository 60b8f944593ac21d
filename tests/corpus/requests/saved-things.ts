import { get, post, remove, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { subsetOf } from '#tests/corpus/requests/conditions.ts'

const MOOD = { variable: 'MOOD_LOW_EVER', constraint_type: 'EQ', constraint_value: '1' }
const AGED = { variable: 'INTERVIEW_AGE', constraint_type: 'GTE', constraint_value: '40' }
const KEY = { 'idempotency-key': 'corpus-key-0123456789' }

/** Projects: created, edited, chosen and refused. They remain until `deletions`. */
export function projects(as: Account): CorpusRequest[] {
  return [
    post(as, '/project/new', {}),
    post(as, '/project/new', { name: 'x'.repeat(33) }),
    post(as, '/project/new', { name: 'bad "name"' }),
    post(as, '/project/new', { name: 'Corpus', description: 'First' }, { saves: { project: 'new_project_id' } }),
    post(as, '/project/new', { name: 'Once' }, { headers: KEY, saves: { once: 'new_project_id' } }),
    post(as, '/project/new', { name: 'Once' }, { headers: KEY }),
    post(as, '/project/new', { name: 'Once more' }, { headers: { 'idempotency-key': 'short' } }),
    get(as, '/project/current'),
    post(as, '/project/current', { projectid: '<project>' }),
    post(as, '/project/current', { projectid: 99_999 }),
    get(as, '/project/info?projectid=<project>', { saves: { version: 'projects.0.version' } }),
    get(as, '/project/info?projectid=99999'),
    post(as, '/project/edit', { id: '<project>', description: 'Second', version: '<version>' }),
    post(as, '/project/edit', { id: '<project>', description: 'Third', version: '<version>' }),
    post(as, '/project/edit', { id: '<project>', name: '', description: '' }),
    post(as, '/project/edit', { id: 99_999, name: 'None' }),
    get(as, '/project/info'),
    remove(as, '/project/delete?projectid=<once>'),
    remove(as, '/project/delete?projectid=<once>'),
    remove(as, '/project/delete?projectid=1'),
    remove(as, '/project/delete'),
  ]
}

/** Cohorts of each kind: saved, edited, read and refused, also by another account. */
export function cohorts(as: Account, other: Account): CorpusRequest[] {
  const named = (name: string, draft: object, id?: string) =>
    post(
      as,
      '/cohort/new',
      { name, description: 'Of the corpus', ...draft },
      id === undefined ? {} : { saves: { [id]: 'new_cohort_id' } },
    )
  const compound = (constraint_type: string, first: string, second: string) => ({
    parent_id: first,
    secondparent_id: second,
    cohort_type: 'compound',
    constraint_type,
  })
  const pedigree = {
    parent_id: '<low>',
    cohort_type: 'pedigree',
    min_pedsize: 2,
    ped_constraint: 'min',
    ped_constraint_count: 1,
  }
  const ids = ['low', 'aged', 'within', 'union', 'subtract', 'intersect', 'families', 'relatives']
  return [
    named('Low moods', subsetOf(1, MOOD), 'low'),
    named('LOW MOODS', subsetOf(1, MOOD)),
    named('', subsetOf(1, MOOD)),
    named('x'.repeat(49), subsetOf(1, MOOD)),
    named('Nobody', subsetOf(1, { ...AGED, constraint_value: '1000' })),
    named('Unknown parent', subsetOf(99_999, MOOD)),
    named('Aged', subsetOf(1, AGED), 'aged'),
    named('Within', subsetOf('<low>', AGED), 'within'),
    ...['UNION', 'SUBTRACT', 'INTERSECT', 'XOR'].map((kind) =>
      post(as, '/cohort/preview', compound(kind, '<low>', '<aged>')),
    ),
    post(as, '/cohort/preview', compound('UNION', '<low>', '<low>')),
    named('Union', compound('UNION', '<low>', '<aged>'), 'union'),
    named('Subtract', compound('SUBTRACT', '<aged>', '<low>'), 'subtract'),
    named('Intersect', compound('INTERSECT', '<low>', '<aged>'), 'intersect'),
    named('Families', { ...pedigree, ...MOOD }, 'families'),
    named('Relatives', { parent_id: '<within>', cohort_type: 'pedigree', min_pedsize: 0 }, 'relatives'),
    ...ids.flatMap((id) => [get(as, `/cohort/info?cohortid=<${id}>`), get(as, `/cohort/summary?cohortid=<${id}>`)]),
    get(as, '/cohort/summary?cohortid=1'),
    get(as, '/cohort/summary?cohortid=99999'),
    get(as, '/cohort/summary'),
    get(other, '/cohort/info?cohortid=<low>'),
    get(other, '/cohort/summary?cohortid=<low>'),
    post(other, '/cohort/edit', { cohortid: '<low>', name: 'Theirs' }),
    remove(other, '/cohort/delete?cohortid=<low>'),
    get(as, '/cohort/info?projectid=<project>'),
    get(as, '/cohort/info?projectid=99999'),
    get(as, '/cohort/info?cohortid=<low>', { saves: { version: 'cohorts.0.version' } }),
    post(as, '/cohort/edit', { cohortid: '<low>', name: 'Low mood', version: '<version>' }),
    post(as, '/cohort/edit', { cohortid: '<low>', name: 'Lower mood', version: '<version>' }),
    post(as, '/cohort/edit', { cohortid: '<low>', name: 'Aged' }),
    post(as, '/cohort/edit', { cohortid: '<low>', name: '' }),
    post(as, '/cohort/edit', { cohortid: 1, name: 'All' }),
    post(as, '/cohort/overlap', { cohortids: ['<low>', '<aged>'] }),
    post(as, '/cohort/overlap', { cohortids: [1, '<low>', '<aged>', '<families>'] }),
    post(as, '/cohort/overlap', { cohortids: ['<low>'] }),
    post(as, '/cohort/overlap', { cohortids: [1, 99_999] }),
    get(as, '/usage?cohortid=<low>'),
    get(as, '/usage?cohortid=99999'),
    get(as, '/usage'),
  ]
}

/** Variable sets: saved, edited, read and refused. */
export function variableSets(as: Account, other: Account): CorpusRequest[] {
  const variables = [
    'SEX',
    'INTERVIEW_AGE',
    'MOOD_LOW_EVER',
    'CORPUS_AGE',
    'BIRTH_DATE',
    'INT2_PRESENT',
    'BIRTH_COUNTRY',
    'CHECKED',
  ]
  return [
    post(as, '/variableset/new', { name: 'Corpus set', variables }, { saves: { set: 'id' } }),
    post(as, '/variableset/new', { name: 'Corpus set', variables: ['SEX'] }),
    post(as, '/variableset/new', { name: '', variables }),
    post(as, '/variableset/new', { name: 'Empty', variables: [] }),
    post(as, '/variableset/new', { name: 'Unknown', variables: ['NO_SUCH_VARIABLE'] }),
    post(as, '/variableset/new', { name: 'x'.repeat(65), variables }),
    post(
      as,
      '/variableset/new',
      { name: 'Elsewhere', variables: ['SEX', 'sex'], projectid: 1 },
      { saves: { second: 'id' } },
    ),
    post(as, '/variableset/new', { name: 'Nowhere', variables, projectid: 99_999 }),
    get(as, '/variableset/info?varsetid=<set>', { saves: { version: 'variablesets.0.version' } }),
    get(as, '/variableset/info?projectid=<project>'),
    get(as, '/variableset/info?varsetid=99999'),
    get(other, '/variableset/info?varsetid=<set>'),
    post(as, '/variableset/edit', { varsetid: '<set>', description: 'Second', version: '<version>' }),
    post(as, '/variableset/edit', { varsetid: '<set>', description: 'Third', version: '<version>' }),
    post(as, '/variableset/edit', { varsetid: '<second>', variables: ['SEX', 'SCHOOLING'] }),
    post(as, '/variableset/edit', { varsetid: '<set>', variables: [] }),
    post(as, '/variableset/edit', { varsetid: 99_999, name: 'None' }),
    post(other, '/variableset/edit', { varsetid: '<set>', name: 'Theirs' }),
    remove(other, '/variableset/delete?varsetid=<set>'),
    get(as, '/variable/dictionary?format=redcap&varsetid=<set>'),
    get(as, '/variable/dictionary?format=bids&varsetid=<set>&filename=set.json'),
    get(as, '/usage?varsetid=<set>'),
  ]
}

/** Deletes the things of other scenarios; things in use first. */
export function deletions(as: Account): CorpusRequest[] {
  return [
    remove(as, '/cohort/delete?cohortid=1'),
    remove(as, '/cohort/delete?cohortid=<low>'),
    remove(as, '/cohort/delete?cohortid=99999'),
    remove(as, '/construct/delete?constructid=<age>'),
    remove(as, '/construct/delete?constructid=99999'),
    remove(as, '/variableset/delete?varsetid=99999'),
    get(as, '/usage?projectid=<project>'),
    remove(as, '/cohort/delete?cohortid=<relatives>'),
    remove(as, '/cohort/delete?cohortid=<relatives>'),
    remove(as, '/variableset/delete?varsetid=<second>'),
    remove(as, '/project/delete?projectid=<project>'),
    get(as, '/project/current'),
    get(as, '/cohort/info'),
    get(as, '/construct/list'),
    get(as, '/variableset/info'),
  ]
}
