import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Streams } from '#server/cli/command.ts'
import { main } from '#server/cli/main.ts'
import { makeDemoAccounts } from '#server/demo/make-demo-file.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { isPassword } from '#server/platform/security/passwords.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import { allRows, tabbed, temporaryFolder } from '#tests/support/import-folders.ts'
import { ADVICE } from '#tests/support/importing.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

const QUICK = { memoryCost: 8, timeCost: 1 }
const PASSWORD = 'correct horse battery'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder({
    'study/participants.tsv': tabbed('participant_id age', 'sub-1 30', 'sub-2 40'),
    'bad/participants.tsv': tabbed('participant_id age', 'sub-1 30', 'sub-2'),
  })
})
afterEach(() => folder.remove())

type Input = Streams['input']

interface Outcome {
  readonly code: number
  readonly out: string
  readonly error: string
}

async function run(
  name: 'import' | 'user',
  words: readonly string[],
  input: Input = new PassThrough(),
): Promise<Outcome> {
  const out: string[] = []
  const error: string[] = []
  const code = await main(name, words, {
    input,
    out: (text) => out.push(text),
    error: (text) => error.push(text),
    environment: { DATA_DIR: join(folder.path, 'data') },
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

const runImport = (...words: string[]) => run('import', words)
const runUser = (...words: string[]) => run('user', words, typed(`${PASSWORD}\n`))

function typed(text: string): Input {
  const input = new PassThrough()
  input.end(text)
  return input
}

/** A terminal where a user types each line after its prompt. */
function terminal(...lines: string[]): Input {
  const keys = new PassThrough()
  const next = () => {
    const line = lines.shift()
    if (line !== undefined) setTimeout(() => keys.write(`${line}\r`), 20)
  }
  keys.on('resume', next)
  return Object.assign(keys, { isTTY: true, setRawMode: () => undefined })
}

async function withData<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  mkdirSync(join(folder.path, 'data'), { recursive: true })
  const database = await openDatabase(join(folder.path, 'data', 'diver.duckdb'))
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const rows = (sql: string) => withData((database) => allRows(database, sql))

test('import reads a folder into the data folder and prints a report', async () => {
  const outcome = await runImport(join(folder.path, 'study'), '--collection', 'sz', '--study', 'S9')
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(outcome.out).toContain('2 individuals, 1 form, 1 variable, 2 answers were imported.')
  expect(outcome.out).toContain('There is no account yet: npm run user -- add NAME --admin')
  expect(await rows(`SELECT individual_id AS id, collection, study_id AS study FROM individual`)).toEqual([
    { id: 'sub-1', collection: 'sz', study: 'S9' },
    { id: 'sub-2', collection: 'sz', study: 'S9' },
  ])
})

test('import stops at bad rows with one line each, unless they are skipped', async () => {
  expect(await runImport(join(folder.path, 'bad'))).toEqual({
    code: 1,
    out: '',
    error: [ADVICE, 'participants.tsv:3: The row has 1 cell, the header 2.'].join('\n'),
  })
  expect(await rows(`SELECT * FROM individual`)).toEqual([])
  const skipped = await runImport(join(folder.path, 'bad'), '--skip-bad-rows')
  expect(skipped).toMatchObject({ code: 0, error: '' })
  expect(skipped.out).toContain('1 individual, ')
})

test.each([
  [[], 'Usage: npm run import'],
  [['a', 'b'], 'Usage: npm run import'],
  [['a', '--colection', 'x'], "Unknown option '--colection'"],
  [['a', '--collection', ' '], 'The collection code is blank.'],
  [['/nowhere/at/all'], '/nowhere/at/all: There is no such folder.'],
])('import %j is refused in one line', async (words, message) => {
  const outcome = await runImport(...words)
  expect(outcome.code).toBe(1)
  expect(outcome.error).toContain(message)
  expect(outcome.error.split('\n')).toHaveLength(1)
})

test('import replaces synthetic data with demo accounts and saved objects, and keeps other accounts', async () => {
  await withData(async (database) => {
    await loadStudy(database, SMALL_STUDY)
    await makeDemoAccounts(database, QUICK)
    const connection = await database.connect()
    await setDataOrigin(connection, 'demo')
    await connection.run(
      `INSERT INTO account (account_id, username, password_hash, collections) VALUES (90, 'own', '', ['ct'])`,
    )
    for (const [index, account] of [`(SELECT account_id FROM account WHERE username = 'admin')`, '90'].entries()) {
      const id = 100 + index
      await connection.run(`INSERT INTO session VALUES ('hash ${index}', ${account}, now(), now(), NULL)`)
      await connection.run(`INSERT INTO project VALUES (${id}, ${account}, 'p', '')`)
      await connection.run(`INSERT INTO current_project VALUES (${account}, ${id})`)
      await connection.run(
        `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, constraint_type,
           constraint_values, rowcount, collections) VALUES (${id}, ${account}, 1, 'c', '', 1, 'VALID', [], 1, ['ct'])`,
      )
      await connection.run(`INSERT INTO cohort_member VALUES (${id}, 1)`)
      await connection.run(`INSERT INTO variable_set VALUES (${id}, ${account}, 1, 's', '', ['DEM_AGE'])`)
      await connection.run(`INSERT INTO download VALUES ('d${index}', ${account}, ${id}, ${id}, now())`)
    }
    connection.close()
  })
  const { out } = await runImport(join(folder.path, 'study'))
  expect(out).toMatch(
    /The synthetic data \(12 individuals\) and 3 demo accounts are gone, and what other accounts had made of them \(3\)\./,
  )
  expect(out).not.toContain('There is no account yet')
  expect(await rows(`SELECT username FROM account`)).toEqual([{ username: 'own' }])
  expect(await rows(`SELECT token_hash, account_id FROM session`)).toEqual([{ token_hash: 'hash 1', account_id: 90 }])
  expect(await rows(`SELECT projectid FROM project`)).toEqual([{ projectid: 101 }])
  expect(await rows(`SELECT projectid FROM current_project`)).toEqual([{ projectid: 101 }])
  for (const table of ['cohort', 'cohort_member', 'variable_set', 'download']) {
    expect(await rows(`SELECT * FROM ${table}`)).toEqual([])
  }
  expect(await rows(`SELECT title FROM form`)).toEqual([{ title: 'Participants' }])
  expect(await rows(`SELECT value FROM meta WHERE name = 'data'`)).toEqual([{ value: 'imported' }])
  // A real data set, which another import adds to.
  expect((await runImport(join(folder.path, 'study'), '--update')).out).toContain(
    'participants.tsv: Added to participants: 0 new records, 2 records as before, 0 records corrected.',
  )
})

test('user adds, lists, changes and removes accounts', async () => {
  expect(await runUser('list')).toMatchObject({ code: 0, out: 'There is no account.' })
  expect(await runUser('add', 'ada', '--collections', 'bp, sz,bp', '--password-stdin')).toMatchObject({
    code: 0,
    out: 'Added ada (bp,sz).',
  })
  expect(await runUser('add', 'root', '--admin', '--password-stdin')).toMatchObject({ out: 'Added root (admin).' })
  expect(await runUser('list')).toMatchObject({ out: 'ada\tbp,sz\nroot\tadmin' })
  expect(await runUser('collections', 'ada', 'ct,mine')).toMatchObject({
    out: "ada may now read ct, mine.\nNot among the platform's collection codes: mine.",
  })
  expect(await runUser('remove', 'root')).toMatchObject({ code: 0 })
  expect(await runUser('list')).toMatchObject({ out: 'ada\tct,mine' })
  const [account] = await rows(`SELECT password_hash, is_demo, first_name FROM account`)
  expect(account).toMatchObject({ is_demo: false, first_name: '' })
  expect(await isPassword(String(account?.['password_hash']), PASSWORD)).toBe(true)
})

test('a new password ends all sessions of the account', async () => {
  await runUser('add', 'ada', '--password-stdin')
  await withData(async (database) => {
    const connection = await database.connect()
    await connection.run(`INSERT INTO session SELECT 'hash', account_id, now(), now(), NULL FROM account`)
    connection.close()
  })
  expect(await run('user', ['password', 'ada', '--password-stdin'], typed('another password\r\n'))).toMatchObject({
    code: 0,
  })
  expect(await rows(`SELECT * FROM session`)).toEqual([])
  const [account] = await rows(`SELECT password_hash FROM account`)
  expect(await isPassword(String(account?.['password_hash']), 'another password')).toBe(true)
})

test('second-factor-off removes the second factor with its codes and ends all sessions of the account', async () => {
  await runUser('add', 'ada', '--password-stdin')
  expect(await runUser('second-factor-off', 'ada')).toMatchObject({
    code: 1,
    error: 'The account ada has no second factor.',
  })
  await withData(async (database) => {
    const connection = await database.connect()
    await connection.run(`INSERT INTO second_factor SELECT account_id, 'sealed' FROM account`)
    await connection.run(`INSERT INTO recovery_code SELECT account_id, 'hash' FROM account`)
    await connection.run(`INSERT INTO spent_code SELECT account_id, '7', 7 FROM account`)
    await connection.run(`INSERT INTO session SELECT 'hash', account_id, now(), now(), NULL FROM account`)
    connection.close()
  })
  expect(await runUser('list')).toMatchObject({ out: 'ada\tno collection\tsecond factor' })
  // A new password does not bypass it.
  await runUser('password', 'ada', '--password-stdin')
  expect(await rows('SELECT sealed_secret FROM second_factor')).toHaveLength(1)
  expect(await runUser('second-factor-off', 'ada')).toMatchObject({
    code: 0,
    out: 'ada has no second factor any more, and all its sessions are ended.',
  })
  for (const table of ['second_factor', 'recovery_code', 'spent_code', 'session']) {
    expect(await rows(`SELECT * FROM ${table}`)).toEqual([])
  }
  expect(await rows(`SELECT subject FROM audit WHERE action = 'user second-factor-off'`)).toEqual([
    { subject: '{"username":"ada"}' },
  ])
})

test('asks for the password twice in a terminal', async () => {
  const same = await run('user', ['add', 'ada'], terminal(PASSWORD, PASSWORD))
  expect(same).toMatchObject({ code: 0, error: '' })
  expect(same.out).toBe('Password:\nPassword again:\nAdded ada (no collection).')
  const different = await run('user', ['add', 'bob'], terminal(PASSWORD, `${PASSWORD}!`))
  expect(different).toMatchObject({ code: 1, error: 'The two passwords differ.' })
})

test.each([
  [['add', 'ada'], 'There is no terminal to ask for the password; pass it with --password-stdin.'],
  [['add', 'a b', '--password-stdin'], 'A user name has 1 to 64 characters and no blanks.'],
  [['remove', 'ada'], 'There is no account ada.'],
  [['password', 'ada', '--password-stdin'], 'There is no account ada.'],
  [['collections', 'ada', 'bp'], 'There is no account ada.'],
  [['second-factor-off', 'ada'], 'There is no account ada.'],
  [['add'], 'Usage: npm run user'],
  [['frobnicate', 'ada'], 'Usage: npm run user'],
  [['toString'], 'Usage: npm run user'],
])('user %j is refused', async (words, message) => {
  const outcome = await runUser(...words)
  expect(outcome.code).toBe(1)
  expect(outcome.error).toContain(message)
})

test('user --help prints the usage without opening the data', async () => {
  const outcome = await run('user', ['--help'], typed(''))
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(outcome.out).toContain('Usage: npm run user')
})

test('user refuses a short password and a taken name', async () => {
  const short = await run('user', ['add', 'ada', '--password-stdin'], typed('too short\n'))
  expect(short).toMatchObject({ code: 1, error: 'A password has at least 12 characters.' })
  await runUser('add', 'ada', '--password-stdin')
  expect(await runUser('add', 'ada', '--password-stdin')).toMatchObject({ error: 'The account ada already exists.' })
})

test('both commands report in one line that another process has opened the database', async () => {
  await rows(`SELECT 1`)
  const file = join(folder.path, 'data', 'diver.duckdb')
  const program = `import('@duckdb/node-api').then(async ({ DuckDBInstance }) => {
    globalThis.instance = await DuckDBInstance.create(${JSON.stringify(file)})
    console.log('open')
    setInterval(() => undefined, 1000)
  })`
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const holder = spawn(process.execPath, ['-e', program], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(holder.stdout, 'data')
    const error = 'Another process uses the database of this data folder; try again later.'
    expect(await runUser('list')).toEqual({ code: 1, out: '', error })
    expect(await runImport(join(folder.path, 'study'))).toEqual({ code: 1, out: '', error })
  } finally {
    holder.kill()
    await once(holder, 'exit')
  }
})
