import { get, post, type Account, type CorpusRequest } from '#tests/corpus/corpus-request.ts'

const MOOD = 'id,age,mood,seen,site\na,30,1,2001-02-03,Oslo\nb,41,0,2002-03-04,Bergen\nc,52,1,2003-04-05,Oslo\n'
const DICTIONARY = 'variable,form,section,question,type,values\nmood,mood,,Felt low?,radio,0=No; 1=Yes\n'
const FURTHER = 'id,sleep,mood\na,7,1\nb,-9,0\nd,6,1\n'
const PEDIGREE = 'family,id,father,mother,sex\nF,a,b,c,1\nF,b,0,0,1\nF,c,0,0,2\n'
const BAD = 'id,age\na,30\na,31\n,12\n'

const FINISHED = /"state":"(?:imported|failed|none)"/

function piece(as: Account, path: string, content: string, offset = 0): CorpusRequest {
  return post(as, `/import/file?report_id=<report>&path=${encodeURIComponent(path)}&offset=${offset}`, content, {
    headers: { 'content-type': 'application/octet-stream' },
  })
}

const begin = (): CorpusRequest => post('admin', '/import/new', {}, { saves: { report: 'report_id' } })
const finished = (): CorpusRequest => get('admin', '/import/progress', { until: FINISHED })
const data = (): CorpusRequest[] => [
  get('admin', '/version'),
  get('admin', '/cohort/info'),
  post('admin', '/variable/search', { searchstring: '', searchtype: 'question', facets: true }),
  post('admin', '/variable/lookup', { variable_names: ['AGE', 'MOOD', 'SEEN', 'SITE', 'SLEEP'] }),
]

/** Imports: over synthetic data, an addition, an undo, a cancellation, and refusals. */
export function imports(): CorpusRequest[] {
  const password = 'a password of my own'
  return [
    ...(['researcher', 'newcomer'] as const).flatMap((as) => [
      post(as, '/import/new', {}),
      get(as, '/import/progress'),
      post(as, '/import/report', { report_id: 'x' }),
      post(as, '/import/run', { report_id: 'x' }),
      post(as, '/import/cancel', {}),
      post(as, '/import/undo', {}),
      post(as, '/import/leave-out', { report_id: 'x', path: 'mood.csv' }),
      piece(as, 'mood.csv', MOOD),
    ]),
    get('admin', '/import/progress'),
    post('admin', '/import/undo', {}),
    post('admin', '/import/report', { report_id: 'other' }),
    begin(),
    piece('admin', 'mood.csv', MOOD),
    piece('admin', 'mood.csv', MOOD, 5),
    piece('admin', '../mood.csv', MOOD),
    piece('admin', 'dictionary.csv', DICTIONARY),
    piece('admin', 'bad.csv', BAD),
    get('admin', '/import/progress'),
    post('admin', '/import/report', { report_id: '<report>' }),
    post('admin', '/import/report', {
      report_id: '<report>',
      skip_bad_rows: true,
      types: { 'mood.csv:site': 'categorical' },
    }),
    post('admin', '/import/report', { report_id: '<report>', missing: 'age=' }),
    post('admin', '/import/report', { report_id: '<report>', repeat: 'often' }),
    post('admin', '/import/report', { report_id: '<report>', same_as: 'years' }),
    post('admin', '/import/report', { report_id: '<report>', types: { 'mood.csv:site': 'colour' } }),
    post('admin', '/import/leave-out', { report_id: '<report>', path: 'none.csv' }),
    post('admin', '/import/leave-out', { report_id: '<report>', path: 'bad.csv' }),
    post('admin', '/import/run', { report_id: '<report>' }),
    post('admin', '/import/run', { report_id: '<report>', password: 'short' }),
    post('admin', '/import/run', { report_id: '<report>', password, collection: 'sz' }),
    finished(),
    ...data(),
    post('researcher', '/login', { username: 'researcher', password: 'demo' }),
    begin(),
    piece('admin', 'people.csv', PEDIGREE),
    post('admin', '/import/report', { report_id: '<report>' }),
    post('admin', '/import/run', { report_id: '<report>' }),
    finished(),
    begin(),
    piece('admin', 'further.csv', FURTHER),
    post('admin', '/import/report', { report_id: '<report>', missing: '-9', same_as: 'mood=MOOD', new_options: true }),
    post('admin', '/import/run', { report_id: '<report>', missing: '-9', same_as: 'mood=MOOD', new_options: true }),
    finished(),
    ...data(),
    post('admin', '/import/undo', {}),
    ...data(),
    post('admin', '/import/undo', {}),
    begin(),
    piece('admin', 'further.csv', FURTHER),
    post('admin', '/import/cancel', {}),
    get('admin', '/import/progress'),
    get('admin', '/audit?action=import'),
  ]
}
