import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { main } from '#server/cli/main.ts'
import { databasePathIn } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { removeOldEntries } from '#server/store/audit/retention.ts'
import { AUDIT_KEY, AUDIT_SECRET, MINUTE, START, writeEntries } from '#tests/support/audit-log.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const ENTRIES = 12
const DAY = 24 * 60 * MINUTE

let folder: ReturnType<typeof temporaryFolder>
beforeEach(async () => {
  folder = temporaryFolder({ 'audit.key': `${AUDIT_SECRET.toString('hex')}\n` })
  await change((database) => writeEntries(database, ENTRIES))
})
afterEach(() => folder.remove())

const pathOf = (name: string) => join(folder.path, name)

async function change(work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(databasePathIn(folder.path))
  await work(database)
  database.close()
}

const runSql = (...statements: readonly string[]) =>
  change(async (database) => {
    for (const statement of statements) await database.withConnection((connection) => connection.run(statement))
  })

/** Runs `npm run audit`. */
async function audit(...words: readonly string[]) {
  const out: string[] = []
  const error: string[] = []
  const code = await main('audit', words, {
    input: new PassThrough(),
    out: (text) => out.push(text),
    error: (text) => error.push(text),
    environment: { DATA_DIR: folder.path },
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

const NO_CHECKPOINT = /Without a checkpoint that was kept elsewhere/

test('verifies the log without a server, and says the first bad entry', async () => {
  expect(await audit('--verify')).toMatchObject({ code: 0, out: expect.stringMatching(NO_CHECKPOINT) })
  await runSql(`UPDATE audit SET status = 200 WHERE entry_no = 6`, 'DELETE FROM audit WHERE entry_no = 9')
  expect(await audit('--verify')).toEqual({
    code: 1,
    out: '',
    error: 'Entry 6 was changed, inserted or moved: its hash is another.',
  })
})

test('verifies against a checkpoint and a public key that were kept elsewhere', async () => {
  const { out: checkpoints } = await audit('--checkpoints')
  writeFileSync(pathOf('checkpoints'), `${checkpoints}\n`)
  writeFileSync(pathOf('audit.pem'), (await audit('--public-key')).out)
  const words = ['--verify', '--checkpoint', pathOf('checkpoints'), '--key', pathOf('audit.pem')]
  expect(await audit(...words)).toEqual({ code: 0, out: '12 entries (1 to 12) are as written.', error: '' })
  await runSql('DELETE FROM audit WHERE entry_no > 5', 'DELETE FROM audit_checkpoint WHERE entry_no > 5')
  expect(await audit('--verify')).toMatchObject({ code: 0 })
  expect(await audit(...words)).toMatchObject({
    code: 1,
    error: expect.stringMatching(
      /^Entry 6 is missing: the checkpoint of 2024-01-01T00:11:00.000Z has 7 more entries\.$/,
    ),
  })
})

test('says which entries were removed by policy', async () => {
  await change((database) => removeOldEntries(database, AUDIT_KEY, { days: 1, now: START + DAY + 4 * MINUTE }))
  // The command itself chains the entry of the removal.
  await audit()
  expect((await audit('--verify')).out.split('\n').slice(0, 2)).toEqual([
    'Removed by policy (AUDIT_DAYS), as signed: entries 1 to 4.',
    '9 entries (5 to 13) are as written.',
  ])
})

test('reports entries that no server has chained', async () => {
  await runSql(`INSERT INTO audit (happened_at, address, action, subject, status)
    VALUES (TIMESTAMP '2024-01-01', '', 'x', '{}', 200)`)
  expect(await audit('--verify')).toMatchObject({ code: 1, error: expect.stringMatching(/^1 entry is not chained: /) })
})

test('refuses other words, files that are no checkpoints or keys, and a log without a key', async () => {
  writeFileSync(pathOf('text'), 'no checkpoint\n')
  const failures: [readonly string[], RegExp][] = [
    [['--verify', '--since', '2024-01-01'], /^Usage: npm run audit/],
    [['--key', pathOf('text')], /^Usage: npm run audit/],
    [['a file'], /^Usage: npm run audit/],
    [['--verify', '--checkpoint', pathOf('text')], /^Line 1 of .* is no checkpoint\.$/],
    [['--verify', '--key', pathOf('text')], /has no Ed25519 public key in PEM\.$/],
    [['--verify', pathOf('text')], /^Usage: npm run audit/],
    [['--verify', '--key', pathOf('missing')], /missing cannot be read: /],
  ]
  for (const [words, error] of failures)
    expect(await audit(...words)).toMatchObject({ code: 1, error: expect.stringMatching(error) })
  folder.remove()
  folder = temporaryFolder({})
  expect(await audit('--verify')).toMatchObject({ code: 1, error: expect.stringMatching(/^There is no key: /) })
  expect(await audit('--public-key')).toMatchObject({ code: 1, error: expect.stringMatching(/^There is no audit key/) })
})
