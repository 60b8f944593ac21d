import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { main } from '#server/cli/main.ts'
import { undoImport } from '#server/modules/imports/store/undo-import.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { allRows, temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'

const YEAR = new Date().getUTCFullYear()

let folder: ReturnType<typeof temporaryFolder>

beforeEach(async () => {
  folder = temporaryFolder({
    'first/visit.csv': 'id,score\na,1\nb,2\n',
    'second/visit.csv': 'id,score\nb,3\nc,4\n',
  })
  await run('import', join(folder.path, 'first'))
  await run('import', join(folder.path, 'second'), '--update')
})
afterEach(() => folder.remove())

async function run(name: 'import' | 'release', ...words: string[]) {
  const out: string[] = []
  const error: string[] = []
  const code = await main(name, words, {
    input: new PassThrough(),
    out: (text) => out.push(text),
    error: (text) => error.push(text),
    environment: { DATA_DIR: join(folder.path, 'data') },
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

async function inData<Result>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) {
  const database = await openDatabase(join(folder.path, 'data/diver.duckdb'))
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

test('each import makes a release with a name of the year, the newest first', async () => {
  const { code, out } = await run('release', 'list')
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.replace(/ {2}20\S+Z/, '').replace(/[0-9a-f]{64}/, 'HASH'))).toEqual([
    `${YEAR}.2  3 individuals, 1 variable  HASH`,
    `${YEAR}.1  2 individuals, 1 variable  HASH`,
  ])
})

test('renames a release, and refuses a name that another has', async () => {
  expect(await run('release', 'name', `${YEAR}.1`, 'baseline')).toMatchObject({
    code: 0,
    out: `The release ${YEAR}.1 is now baseline.`,
  })
  expect(await run('release', 'name', `${YEAR}.2`, 'baseline')).toMatchObject({
    code: 1,
    error: 'There is a release baseline already.',
  })
  expect(await run('release', 'name', 'nothing', 'x')).toMatchObject({ code: 1, error: 'There is no release nothing.' })
  expect(await run('release', 'name', 'baseline', ' ')).toMatchObject({ code: 1, error: 'A release needs a name.' })
  const actions = await inData((database) =>
    allRows(database, `SELECT action, subject FROM audit ORDER BY happened_at`),
  )
  expect(actions.at(-1)).toEqual({
    action: 'release name',
    subject: JSON.stringify({ old: `${YEAR}.1`, name: 'baseline' }),
  })
})

test('closes the edits of the catalog by a release with the same answers', async () => {
  expect(await run('release', 'make', 'with texts')).toMatchObject({
    code: 0,
    out: 'The present data are the release with texts.',
  })
  expect(await run('release', 'make', `${YEAR}.1`)).toMatchObject({ code: 1 })
  const verified = (await run('release', 'verify')).out.split('\n').map((line) => line.split(/ {2}/))
  expect(verified.map(([name]) => name)).toEqual(['with texts', `${YEAR}.2`, `${YEAR}.1`])
  expect(verified[0]?.[1]).toBe(verified[1]?.[1])
})

test('verifies the content of every release, and finds an answer that was changed behind it', async () => {
  const first = await run('release', 'verify')
  expect(first.code).toBe(0)
  expect(first.out.match(/as it was made/g)).toHaveLength(2)
  await inData((database) =>
    database.withConnection((connection) => connection.run(`UPDATE form_1 SET c1 = 9 WHERE individual_no = 1`)),
  )
  const changed = await run('release', 'verify')
  expect(changed).toMatchObject({ code: 1, error: `The content is not as it was: ${YEAR}.2, ${YEAR}.1.` })
})

test('stores the hash of a release from before there were hashes', async () => {
  const hashes = await run('release', 'list')
  await inData((database) =>
    database.withConnection((connection) => connection.run(`UPDATE release SET content_hash = NULL`)),
  )
  expect((await run('release', 'verify', `${YEAR}.2`)).out).toMatch(/ stored$/)
  expect((await run('release', 'list')).out.split('\n')[0]).toBe(hashes.out.split('\n')[0])
})

test('withdraws individuals named as words and in a file, and verifies the releases before and after', async () => {
  writeFileSync(join(folder.path, 'leaving.txt'), '\uFEFFc\r\n\r\nb \r\n')
  const file = join(folder.path, 'leaving.txt')
  const before = await inData(wholeDatabase)
  expect(await run('release', 'withdraw', 'b', '--file', file, '--dry-run')).toMatchObject({
    code: 0,
    out: '2 individuals would be withdrawn: 2 records, members of 0 saved cohorts. Nothing was changed.',
  })
  expect(await inData(wholeDatabase)).toEqual(before)
  const hashes = await run('release', 'list')
  const done = await run('release', 'withdraw', 'b', '--file', file)
  expect(done).toMatchObject({ code: 0, error: '' })
  expect(done.out.split('\n').slice(0, 3)).toEqual([
    `${YEAR}.2  as it was made`,
    `${YEAR}.1  as it was made`,
    '2 individuals were withdrawn: 2 records, members of 0 saved cohorts.',
  ])
  expect(done.out).toContain(`The present data are the release ${YEAR}.3.`)
  const listed = (await run('release', 'list')).out
  expect(listed).toContain('  3 individuals, 1 variable, 2 withdrawn  ')
  for (const [hash] of hashes.out.matchAll(/[0-9a-f]{64}/g)) expect(listed).not.toContain(hash)
  const verified = await run('release', 'verify')
  expect(verified.code).toBe(0)
  expect(verified.out.replaceAll(/ {2}[0-9a-f]{64}/g, '').split('\n')).toEqual([
    `${YEAR}.3  as it was made`,
    `${YEAR}.2  as it was made, except 2 withdrawn individuals`,
    `${YEAR}.1  as it was made, except 2 withdrawn individuals`,
  ])
  const audited = await inData((database) => allRows(database, `SELECT action, subject FROM audit`))
  expect(audited.at(-1)).toEqual({
    action: 'release withdraw',
    subject: JSON.stringify({ name: `${YEAR}.3`, individuals: ['b', 'c'] }),
  })
  expect(readdirSync(join(folder.path, 'data')).filter((name) => name.includes('before-import'))).toEqual([])
})

test('a release that differs from its hash is reported at a withdrawal and after it', async () => {
  await run('release', 'withdraw', 'b')
  const [, ...rows] = await inData((database) => allRows(database, `SELECT * FROM form_1 ORDER BY 1`))
  expect(rows).toEqual([{ individual_no: 3, c1: 4 }])
  await inData((database) =>
    database.withConnection((connection) => connection.run(`UPDATE form_1 SET c1 = 9 WHERE individual_no = 1`)),
  )
  expect(await run('release', 'verify')).toMatchObject({ code: 1 })
  // A release that differs keeps its hash at the next withdrawal, and differs further on.
  const again = await run('release', 'withdraw', 'c')
  expect(again.code).toBe(0)
  expect(again.out.match(/DIFFERS from its hash, which it keeps/g)).toHaveLength(3)
  expect(await run('release', 'verify')).toMatchObject({
    code: 1,
    error: `The content is not as it was: ${YEAR}.3, ${YEAR}.2, ${YEAR}.1.`,
  })
})

test('refuses unknown individuals and those withdrawn already, and changes nothing', async () => {
  await run('release', 'withdraw', 'c')
  const before = await inData(wholeDatabase)
  expect(await run('release', 'withdraw', 'b', 'x', 'y')).toMatchObject({
    code: 1,
    error: 'Not in the data: x, y. Nothing was changed.',
  })
  expect(await run('release', 'withdraw', 'b', 'c')).toMatchObject({
    code: 1,
    error: 'Withdrawn already: c. Nothing was changed.',
  })
  expect(await run('release', 'withdraw', '--file', 'nowhere.txt')).toMatchObject({
    code: 1,
    error: 'The file nowhere.txt cannot be read.',
  })
  expect(await inData(wholeDatabase)).toEqual(before)
})

test('a later import of a withdrawn individual is refused or leaves out the rows, and no undo brings them back', async () => {
  await run('release', 'withdraw', 'b')
  const later = temporaryFolder({ 'visit.csv': 'id,score\nb,7\nd,8\n', 'new.csv': 'id,height\nb,170\n' })
  try {
    const refused = await run('import', later.path, '--update')
    expect(refused.code).toBe(1)
    for (const file of ['new.csv', 'visit.csv']) {
      expect(refused.error).toContain(`${file}:2: b withdrew consent: a record of this individual is not imported.`)
    }
    const imported = await run('import', later.path, '--update', '--skip-bad-rows')
    expect(imported.code).toBe(0)
    expect(imported.out).toContain('visit.csv:2: b withdrew consent')
    const rows = () => inData((database) => allRows(database, `SELECT * FROM form_1 ORDER BY 1`))
    expect(await rows()).toEqual([
      { individual_no: 1, c1: 1 },
      { individual_no: 3, c1: 4 },
      { individual_no: 4, c1: 8 },
    ])
    await inData((database) => undoImport(database, async () => undefined))
    expect(await rows()).toEqual([
      { individual_no: 1, c1: 1 },
      { individual_no: 3, c1: 4 },
    ])
    expect(await inData((database) => allRows(database, `SELECT * FROM withdrawn_individual`))).toEqual([
      { individual_no: 2, release_no: 3 },
    ])
    await expect(inData((database) => undoImport(database, async () => undefined))).rejects.toThrow(
      'There is no import that can be undone.',
    )
    expect((await run('release', 'verify')).code).toBe(0)
  } finally {
    later.remove()
  }
})

test('an import of a withdrawal cannot be undone', async () => {
  await run('release', 'withdraw', 'b')
  await expect(inData((database) => undoImport(database, async () => undefined))).rejects.toThrow(
    'There is no import that can be undone.',
  )
})

test.each([
  [[]],
  [['list', 'x']],
  [['name', 'x']],
  [['name', 'x', 'y', 'z']],
  [['verify', 'x', 'y']],
  [['withdraw']],
  [['list', '--dry-run']],
])('release %j prints its usage', async (words) => {
  expect(await run('release', ...words)).toMatchObject({
    code: 1,
    error: expect.stringContaining('Usage: npm run release'),
  })
})
