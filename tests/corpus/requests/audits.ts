import { get, post, remove, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { subsetOf } from '#tests/corpus/requests/conditions.ts'

/** Saves, renames, downloads and deletes things of each kind. */
export function auditedThings(): CorpusRequest[] {
  const as = 'researcher'
  const aged = { variable: 'INTERVIEW_AGE', constraint_type: 'GTE', constraint_value: '40' }
  const file = 'downloadid=<download>&filename=aged.csv'
  return [
    post(as, '/project/new', { name: 'Audited' }, { saves: { project: 'new_project_id' } }),
    post(as, '/cohort/new', subsetOf(1, { ...aged, name: 'Aged' }), { saves: { cohort: 'new_cohort_id' } }),
    post(as, '/cohort/new', subsetOf('<cohort>', { ...aged, name: 'Within' }), { saves: { within: 'new_cohort_id' } }),
    post(as, '/variableset/new', { name: 'Set', variables: ['SEX'] }, { saves: { set: 'id' } }),
    post(as, '/variableset/new', { name: 'Default', variables: ['SEX'], projectid: 1 }),
    post(
      as,
      '/cohort/download/new',
      { cohortid: '<cohort>', varsetid: '<set>' },
      { saves: { download: '0.download_id' } },
    ),
    get(as, `/cohort/download?${file}`),
    get(as, `/cohort/downloadstream?${file}`),
    get(as, '/cohort/download/bundle?downloadid=<download>'),
    get(as, '/cohort/fam?cohortid=<cohort>'),
    post(as, '/cohort/edit', { cohortid: '<cohort>', name: 'Older' }),
    post(as, '/variableset/edit', { varsetid: '<set>', name: 'Renamed' }),
    post(as, '/project/current', { projectid: 1 }),
    remove(as, '/cohort/delete?cohortid=<cohort>'),
    remove(as, '/cohort/delete?cohortid=<within>'),
    remove(as, '/variableset/delete?varsetid=<set>'),
    remove(as, '/project/delete?projectid=<project>'),
  ]
}

/**
 * The audit log of all previous requests: filtered, paged and refused. Earlier scenarios may have at most 20 refusals
 * an account, because summed refusals depend on time.
 */
export function audits(): CorpusRequest[] {
  return [
    get('anonymous', '/audit'),
    get('researcher', '/audit'),
    get('admin', '/audit'),
    get('admin', '/audit?offset=200'),
    get('admin', '/audit?action=second-factor'),
    get('admin', '/audit?limit=5', { saves: { after: 'next' } }),
    get('admin', '/audit?limit=5&after=<after>'),
    get('admin', '/audit?limit=5&offset=3&user=RESEARCH'),
    get('admin', '/audit?action=cohort&limit=20'),
    get('admin', '/audit?action=no-such-action'),
    get('admin', '/audit?since=2999-01-01'),
    get('admin', '/audit?until=2000-01-01'),
    get('admin', '/audit?since=yesterday'),
    get('admin', '/audit?limit=0'),
    get('admin', '/audit?limit=201'),
    get('admin', '/audit?after=none'),
  ]
}
