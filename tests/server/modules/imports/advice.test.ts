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
