import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_BYTES_MAX } from '#domain/limits.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'
import { ADVICE, lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, database } = setUpImporting()

const SIZE = 100 * 1024 * 1024
const PARTICIPANTS = { 'participants.tsv': lines('participant_id', 'a') }

describe('truncated files', () => {
  const whole = 'id,word,note\na,Élan,"one"\nb,Élan,"two"\n'
  const cut = (end: number) => ({ 'a.csv': Buffer.from(whole).subarray(0, Buffer.from(whole).length - end) })

  test.each([
    ['between two cells', cut(7), 'a.csv:3: The row has 2 cells, the header 3.'],
    [
      'within quotes',
      cut(3),
      'a.csv:3: A quote that opens in this row is never closed: write "" for a quote in a text.',
    ],
    [
      'within a character',
      { 'a.csv': Buffer.from('id,word\na,É').subarray(0, -1) },
      'a.csv:2: This is not UTF-8 text: save it in the encoding UTF-8.',
    ],
    [
      'within a sidecar',
      {
        ...PARTICIPANTS,
        'phenotype/f.tsv': lines('participant_id\tx', 'a\t1'),
        'phenotype/f.json': '{"x": {"Levels": {"1":',
      },
      'phenotype/f.json:1:23: This is not JSON: value expected.',
    ],
    ['within a pedigree', { 'a.fam': 'F a 0 0 1 2\nF b 0 0' }, 'a.fam:2: The row has 4 cells, a pedigree 6.'],
  ])('%s', async (_, files, message) => {
    expect((await problemsOf(files)).find((problem) => problem !== ADVICE)).toBe(message)
  })
})

describe('size limits', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

  test('refuses too many columns', async () => {
    const columns = names(IMPORT_COLUMNS_MAX + 1).join(',')
    expect(await problemsOf({ 'a.csv': `${columns}\n` })).toEqual([
      'a.csv:1: The table has 20,001 columns; at most 20,000 can be taken.',
    ])
    const visits = Array.from({ length: 300 }, () => 'a').join('\n')
    const wide = { 'a.csv': `id,${names(100).join(',')}\n${visits.replaceAll('a', `a${',1'.repeat(100)}`)}\n` }
    expect(await problemsOf(wide, { repeat: rulesOf('wide') })).toEqual([
      'a.csv:1: The table has 30,001 columns; at most 20,000 can be taken.',
    ])
  })

  test('refuses a name of a column above 64 kB, without repeating it', async () => {
    const long = 'n'.repeat(64 * 1024 + 1)
    expect(await problemsOf({ 'a.csv': `id,${long},${long}\na,1,2\n` })).toEqual([
      'a.csv:1: The name of column 2 is longer than 64 kB.',
    ])
  })

  test('refuses a line of 100 MB', async () => {
    const endless = Buffer.alloc(SIZE, 'x')
    endless.write('id,word\na,')
    expect(await problemsOf({ 'a.csv': endless })).toEqual(['a.csv:2: The line is longer than 16 MB.'])
    expect(await problemsOf({ 'a.fam': endless.fill('x', 0, 10) })).toEqual(['a.fam:1: The line is longer than 16 MB.'])
  })

  test('refuses a quote that is not closed for 100 MB', async () => {
    const text = Buffer.alloc(SIZE, 'x\n')
    text.write('id,word\na,"x')
    const [problem = ''] = await problemsOf({ 'a.csv': text })
    expect(problem).toMatch(
      /^a\.csv:\d+: The row that begins here is longer than 16 MB; a quote in it may never be closed\.$/,
    )
  })

  test('refuses a dictionary of 200 MB', async () => {
    const files = { ...PARTICIPANTS, 'participants.json': Buffer.alloc(2 * SIZE, ' ') }
    expect(await problemsOf(files)).toEqual(['participants.json: The file is larger than 128 MB.'])
  })

  test('accepts a row of several megabytes', async () => {
    const long = 'x'.repeat(IMPORT_ROW_BYTES_MAX / 4)
    await importFiles({ 'a.csv': lines('id,word', `a,${long}`) })
    expect(await rows(`SELECT length(c1)::INTEGER AS length FROM form_1`)).toEqual([{ length: long.length }])
  })
})

describe('other encodings', () => {
  const text = 'id,word\na,Élan\n'
  test.each([
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'a.csv:1: This is not UTF-8 text: save it in the encoding UTF-8.',
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('id,word\na,x\n', 'utf16le'),
      'a.csv:1: The header holds a NUL character, which no text has.',
    ],
    ['Latin-1', Buffer.from(text, 'latin1'), 'a.csv:2: This is not UTF-8 text: save it in the encoding UTF-8.'],
    [
      'a compressed file',
      Buffer.from('1f8b0800000000000003', 'hex'),
      'a.csv:1: This is not UTF-8 text: save it in the encoding UTF-8.',
    ],
  ])('%s', async (_, bytes, message) => {
    expect((await problemsOf({ 'a.csv': bytes }))[0]).toBe(message)
  })
})

test('refuses links out of the folder, broken links, directories and pipes', async () => {
  const secret = temporaryFolder({ 'secret.csv': lines('id,word', 'a,secret') })
  const folder = temporaryFolder({ 'inside/b.csv': lines('id,x', 'b,1') })
  try {
    symlinkSync(join(secret.path, 'secret.csv'), join(folder.path, 'a.csv'))
    symlinkSync('inside/b.csv', join(folder.path, 'b.csv'))
    symlinkSync('nowhere', join(folder.path, 'c.csv'))
    mkdirSync(join(folder.path, 'd.csv'))
    spawnSync('mkfifo', [join(folder.path, 'e.csv')])
    const before = await wholeDatabase(database())
    const options = { collection: 'ct', study: '1', skipBadRows: true }
    await expect(importFolder(database(), folder.path, options)).rejects.toThrow(
      [
        'a.csv: This is a link that leads out of the folder.',
        'c.csv: This link leads nowhere.',
        'd.csv: This is no file.',
        'e.csv: This is no file.',
      ].join('\n'),
    )
    expect(await wholeDatabase(database())).toEqual(before)
  } finally {
    secret.remove()
    folder.remove()
  }
})

test('reports answers that look like formulas by line and keeps them', async () => {
  const cells = ['=1+1', '@SUM(A1)', '-cmd|(x)', '-1', '+', 'a=b']
  const { report } = await importFiles({
    'a.csv': lines('id,word', ...cells.map((cell, index) => `p${index},${cell}`)),
  })
  expect(report.notes.map(problemLine)).toEqual([
    'a.csv:2: WORD has answers such as "=1+1", which a spreadsheet takes for formulas; they are kept as text.',
  ])
  expect(await rows(`SELECT c1 FROM form_1 ORDER BY individual_no`)).toEqual(cells.map((c1) => ({ c1 })))
})

test('refuses a second concurrent import', async () => {
  const folder = temporaryFolder(PARTICIPANTS)
  const options = { collection: 'ct', study: '1', skipBadRows: false }
  const both = await Promise.allSettled([
    importFolder(database(), folder.path, options),
    importFolder(database(), folder.path, options),
  ])
  folder.remove()
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(both[1]).toMatchObject({ reason: { message: 'Another import is going on.' } })
})

test('a cancelled import changes nothing', async () => {
  const before = await wholeDatabase(database())
  const cancelled = new AbortController()
  cancelled.abort(new Error('cancelled'))
  await expect(importFiles(PARTICIPANTS, { signal: cancelled.signal })).rejects.toThrow('cancelled')
  expect(await wholeDatabase(database())).toEqual(before)
})
