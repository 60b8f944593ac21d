import { get, type CorpusRequest } from '#tests/corpus/corpus-request.ts'

/** The audit log of everything that was sent before, filtered, paged and refused. */
export function audits(): CorpusRequest[] {
  return [
    get('anonymous', '/audit'),
    get('researcher', '/audit'),
    get('admin', '/audit'),
    get('admin', '/audit?offset=200'),
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
