import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { main } from '#server/cli/main.ts'
import { databasePathIn } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { removeOldEntries } from '#server/store/audit/removals.ts'
import { AUDIT_KEY, AUDIT_SECRET, FOREIGN_KEY, MINUTE, START, writeEntries } from '#tests/support/audit-log.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
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

const at = (name: string) => join(folder.path, name)

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
  writeFileSync(at('checkpoints'), `${checkpoints}\n`)
  writeFileSync(at('audit.pem'), (await audit('--public-key')).out)
  const words = ['--verify', '--checkpoint', at('checkpoints'), '--key', at('audit.pem')]
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
  writeFileSync(at('text'), 'no checkpoint\n')
  const failures: [readonly string[], RegExp][] = [
    [['--verify', '--since', '2024-01-01'], /^Usage: npm run audit/],
    [['--key', at('text')], /^Usage: npm run audit/],
    [['a file'], /^Usage: npm run audit/],
    [['--verify', '--checkpoint', at('text')], /^Line 1 of .* is no checkpoint\.$/],
    [['--verify', '--key', at('text')], /has no Ed25519 public key in PEM\.$/],
    [['--verify', at('missing')], /missing cannot be read: /],
  ]
  for (const [words, error] of failures)
    expect(await audit(...words)).toMatchObject({ code: 1, error: expect.stringMatching(error) })
  folder.remove()
  folder = temporaryFolder({})
  expect(await audit('--verify')).toMatchObject({ code: 1, error: expect.stringMatching(/^There is no key: /) })
  expect(await audit('--public-key')).toMatchObject({ code: 1, error: expect.stringMatching(/^There is no audit key/) })
})

test('publishes the log without names and texts, and with pseudonyms of the accounts', async () => {
  expect(await audit('--redact', at('log'))).toEqual({
    code: 0,
    out: `${at('log')}: 13 entries without names, addresses and subjects.`,
    error: '',
  })
  expect(statSync(at('log')).mode & 0o777).toBe(0o600)
  const text = readFileSync(at('log'), 'utf8')
  expect(text).not.toMatch(/user \d|192\.0\.2|Cohort”|“Cohort/)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const accounts = lines.slice(1, 1 + ENTRIES).map(({ account }) => account)
  // Every fourth entry is of no account, and three accounts take turns.
  expect(accounts.map((account) => account === null)).toEqual(accounts.map((_, place) => place % 4 === 0))
  expect(new Set(accounts).size).toBe(4)
  expect([accounts[1], accounts[2]]).toEqual([accounts[7], accounts[5]])
  expect(accounts[1]).toMatch(/^[\da-f]{16}$/)
  expect(lines[2].parts).toMatchObject({
    at: { value: '2024-01-01T00:01:00.000Z' },
    action: { value: 'DELETE /cohort/delete' },
    status: { value: 200 },
    username: { hash: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect(await audit('--redact', at('log'))).toMatchObject({ code: 1, error: expect.stringMatching(/already exists/) })
})

test('a published log is verified without the database, and every changed, missing or added line is found', async () => {
  writeFileSync(at('checkpoints'), (await audit('--checkpoints')).out)
  writeFileSync(at('foreign.pem'), FOREIGN_KEY.pem)
  writeFileSync(at('audit.pem'), AUDIT_KEY.pem)
  for (const kind of ['--redact', '--export']) {
    await audit(kind, at(kind))
    await change((database) => database.withConnection((connection) => connection.run('CHECKPOINT')))
    const words = ['--key', at('audit.pem'), '--checkpoint', at('checkpoints')]
    expect(await audit('--verify', at(kind), ...words)).toMatchObject({ code: 0, error: '' })
    expect((await audit('--verify', at(kind))).out).toContain(`Signed by the key ${AUDIT_KEY.id}`)
    expect(await audit('--verify', at(kind), '--key', at('foreign.pem'))).toMatchObject({ code: 1 })
    const lines = readFileSync(at(kind), 'utf8').trimEnd().split('\n')
    const line = fc.nat({ max: lines.length - 1 })
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat({ max: 3 }),
        async (...drawn) => {
          const [one, other, where, how] = drawn
          const changed = [...lines]
          const text = lines[one] ?? ''
          const place = Math.floor(where * text.length)
          const sign = text[place] === '7' ? '8' : '7'
          if (how === 0) changed[one] = text.slice(0, place) + sign + text.slice(place + 1)
          if (how === 1) changed.splice(one, 1)
          if (how === 2) changed.splice(other, 0, text)
          if (how === 3) [changed[one], changed[other]] = [lines[other] ?? '', one === other ? 'again' : text]
          writeFileSync(at('changed'), `${changed.join('\n')}\n`)
          return (await audit('--verify', at('changed'), '--key', at('audit.pem'))).code === 1
        },
      ),
      { numRuns: fuzzRuns(100) },
    )
  }
  expect(readFileSync(at('--export'), 'utf8')).toContain('user 1')
})

test('a later checkpoint shows that a published log lacks the newest entries', async () => {
  await audit('--redact', at('early'))
  await audit('--export', at('later'))
  writeFileSync(at('checkpoints'), (await audit('--checkpoints')).out)
  expect(await audit('--verify', at('early'), '--checkpoint', at('checkpoints'))).toMatchObject({
    code: 1,
    error: 'Entry 14 is missing: a checkpoint has entry 14.',
  })
})
