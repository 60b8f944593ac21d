import { expect, test } from 'vitest'
import { importData } from '#server/cli/import.ts'
import { problemLine, type Remedy } from '#server/modules/imports/source/problem.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { lines, setUpImporting, type Files } from '#tests/support/importing.ts'

const { importFiles, problemsOf, database } = setUpImporting()

interface Advised {
  readonly before?: Files
  readonly files: Files
  /** The options that the advice names, as it names them. */
  readonly options: readonly (readonly string[])[]
  /** Whether the import goes on without the advice, which then stands in the report. */
  readonly isNote?: boolean
}

const RUN = lines('id,age', 'a,30')

/** Files that call for each remedy. */
const CASES: Readonly<Record<Remedy, Advised>> = {
  'id-column': { files: { 'a.csv': lines('code,age', 'a,30', 'b,30') }, options: [['--id', 'code']] },
  'both-ids': {
    files: { 'a.fam': lines('F1 1 0 0 1 1', 'F2 1 0 0 2 1') },
    options: [['--id', 'family+individual']],
  },
  rows: {
    files: { 'a.csv': lines('id,age', 'a,30', 'a,31') },
    options: [['--skip-bad-rows'], ['--repeat', 'first'], ['--repeat', 'last'], ['--repeat', 'wide']],
  },
  'similar-ids': {
    files: { 'a.csv': lines('id,age', '001,30'), 'b.csv': lines('id,score', '1,5') },
    options: [
      ['--similar-ids', 'join'],
      ['--similar-ids', 'apart'],
    ],
  },
  'keep-na': { files: { 'a.csv': lines('id,place', 'a,NA', 'b,Oslo') }, options: [['--keep-na']], isNote: true },
  update: { before: { 'a.csv': RUN }, files: { 'a.csv': lines('id,age', 'a,31') }, options: [['--update']] },
  study: { before: { 'a.csv': RUN }, files: { 'c.csv': lines('id,x', 'a,1') }, options: [['--study', 'two']] },
  'new-options': {
    before: { 'visit.csv': lines('id,age', 'a,30') },
    files: { 'visit.csv': lines('subject_id,id,age', 'b,c,31') },
    options: [['--new-options']],
  },
}

const cases = Object.entries(CASES).flatMap(([remedy, advised]) =>
  advised.options.map((options) => ({ remedy, advised, options })),
)

test.each(cases)('of $remedy is followed by $options', async ({ remedy, advised, options }) => {
  const { before, files, isNote = false } = advised
  if (before) await importFiles(before, { collection: null, study: null })
  if (remedy === 'study') await importFiles({ 'b.csv': lines('id,y', 'z,1') }, { collection: null, study: 'two' })
  const unset = { collection: null, study: null }
  const advice = isNote
    ? (await importFiles(files, { ...unset, isDryRun: true })).report.notes.map(problemLine)
    : await problemsOf(files, unset)
  const [option = ''] = options
  expect(advice.join('\n')).toContain(option)
  const folder = temporaryFolder(files)
  const printed: string[] = []
  await importData([folder.path, ...options])({
    ...commandContext(database()),
    folder: '/',
    out: (text) => printed.push(text),
  })
  folder.remove()
  expect(printed.join('\n')).toContain('imported')
})

const MIXED = lines('id,note', 'a,"one', 'b,two"', 'c,x')

/** Files, what their refusal says, and the files with its advice followed. */
test.each<[string, Files, RegExp, Files]>([
  [
    'the encoding',
    { 'a.csv': Buffer.from('id,place\na,Tromsø\n', 'latin1') },
    /save it in the encoding UTF-8/,
    { 'a.csv': 'id,place\na,Tromsø\n' },
  ],
  [
    'a quote',
    { 'a.csv': MIXED },
    /write "" for a quote in a text/,
    { 'a.csv': lines('id,note', 'a,"""one"', 'b,"two"""', 'c,x') },
  ],
  ['a header', { 'a.csv': lines('id,x,x', 'a,1,2') }, /rename one of them/, { 'a.csv': lines('id,x,y', 'a,1,2') }],
  [
    'a long table',
    { 'a.csv': lines('id,variable,value', 'a,age,30', 'a,sex,F', 'b,age,31') },
    /Spread it first, to one row a person and a column for each variable/,
    { 'a.csv': lines('id,age,sex', 'a,30,F', 'b,31,') },
  ],
  [
    'a day',
    { 'a.csv': lines('id,seen', 'a,2020-02-30', 'b,2020-03-01') },
    /is no day of the calendar: correct it/,
    { 'a.csv': lines('id,seen', 'a,2020-02-29', 'b,2020-03-01') },
  ],
  [
    'a table of ids',
    { 'a.csv': lines('id', 'a', 'b') },
    /add columns with the answers/,
    { 'a.csv': lines('id,age', 'a,30', 'b,31') },
  ],
])('in words about %s is followed by an import', async (_, files, advice, followed) => {
  expect((await problemsOf(files)).join('\n')).toMatch(advice)
  expect((await importFiles(followed)).report.refused).toEqual([])
})
