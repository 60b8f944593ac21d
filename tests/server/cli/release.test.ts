import { PassThrough } from 'node:stream'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { main } from '#server/cli/main.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { allRows, temporaryFolder } from '#tests/support/import-folders.ts'

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

test.each([[[]], [['list', 'x']], [['name', 'x']], [['name', 'x', 'y', 'z']], [['verify', 'x', 'y']]])(
  'release %j prints its usage',
  async (words) => {
    expect(await run('release', ...words)).toMatchObject({
      code: 1,
      error: expect.stringContaining('Usage: npm run release'),
    })
  },
)
