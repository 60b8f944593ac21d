import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'
import { buildTools, type BuiltTools } from '#tests/support/built-tools.ts'
import { allRows, tabbed, temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const PASSWORD = 'correct horse battery'

let tools: BuiltTools
let prepared: ReturnType<typeof temporaryFolder>
let folder: ReturnType<typeof temporaryFolder>
let server: ChildProcess | null = null

beforeAll(async () => {
  tools = await buildTools()
  prepared = temporaryFolder({
    'one/participants.tsv': tabbed('participant_id age', 'sub-1 30', 'sub-2 40'),
    'two/participants.tsv': tabbed('participant_id age', 'sub-3 50'),
  })
  const into = { DATA_DIR: join(prepared.path, 'data') }
  await tools.run(['import', join(prepared.path, 'one')], into)
  await tools.run(['user', 'add', 'ada', '--password-stdin'], into, `${PASSWORD}\n`)
})
beforeEach(() => {
  folder = temporaryFolder({})
  cpSync(prepared.path, folder.path, { recursive: true })
})
afterEach(async () => {
  await stop('SIGKILL')
  folder.remove()
})
afterAll(() => {
  prepared.remove()
  tools.remove()
})

const pathOf = (name: string) => join(folder.path, name)
const data = (name = 'data') => ({ DATA_DIR: pathOf(name) })
const tool = (...words: string[]) => tools.run(words, data())

async function start(name = 'data'): Promise<string> {
  const { child, url } = await tools.start(data(name))
  server = child
  return url
}

async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  const child = server
  server = null
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'close')
}

/** A user who saves variable sets repeatedly. */
async function signIn(url: string) {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}/api/v0${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await post('/login', { username: 'ada', password: PASSWORD })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (name: string) => (await post('/variableset/new', { name, variables: ['AGE'] }, cookie)).status
}

async function rowsIn(file: string, sql: string) {
  const database = await openDatabase(file)
  const rows = await allRows(database, sql)
  database.close()
  return rows
}

test('the running server executes commands through a socket that only its owner may open', async () => {
  const url = await start()
  expect(statSync(pathOf('data/control.sock')).mode & 0o777).toBe(0o600)
  const added = await tools.run(['user', 'add', 'bob', '--admin', '--password-stdin'], data(), `${PASSWORD}\n`)
  expect(added).toEqual({ code: 0, out: 'Added bob (admin).', error: '' })
  expect(await tool('user', 'list')).toMatchObject({ out: 'ada\tno collection\nbob\tadmin' })
  expect(await tool('user', 'remove', 'eve')).toEqual({ code: 1, out: '', error: 'There is no account eve.' })
  expect((await tool('import', pathOf('two'))).out).toContain(
    '1 individual, 1 form, 1 variable, 1 answer were imported.',
  )
  expect(await (await fetch(`${url}/api/v0/version`)).json()).toMatchObject({ stats: { individuals: 3 } })
  expect((await tool('import', pathOf('two'))).out).toContain('0 new records, 1 record as before.')
  expect(await tool('import', pathOf('nowhere'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('There is no such folder.'),
  })
})

test('resolves paths from the folder in which the command was typed', async () => {
  await start()
  const words = ['backup', 'here.duckdb']
  const child = spawn('sh', ['-c', 'cd "$0" && exec "$@"', pathOf('two'), ...tools.commandLine(words)], {
    env: { ...process.env, ...data() },
  })
  await once(child, 'close')
  expect(readdirSync(pathOf('two')).sort()).toEqual(['here.duckdb', 'participants.tsv'])
})

test('a backup during saves is consistent, and a restored database continues from it', async () => {
  const url = await start()
  const make = await signIn(url)
  const made: number[] = []
  const makeOne = async () => made.push(await make(`set ${made.length + 1}`))
  for (let count = 0; count < 3; count++) await makeOne()
  const done = new AbortController()
  const going = (async () => {
    while (!done.signal.aborted) await makeOne()
  })()
  mkdirSync(pathOf('.backup-99999999-left'))
  mkdirSync(pathOf(`.backup-${process.pid}-going-on`))
  const outcome = await tool('backup', pathOf('kept.duckdb'))
  done.abort()
  const leftovers = readdirSync(folder.path).filter((name) => name.startsWith('.backup'))
  expect(leftovers).toEqual([`.backup-${process.pid}-going-on`])
  await going
  expect(new Set(made)).toEqual(new Set([200]))
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(statSync(pathOf('kept.duckdb')).mode & 0o777).toBe(0o600)
  expect(await tool('backup', pathOf('kept.duckdb'))).toMatchObject({ code: 1, error: /The file .* already exists\./ })
  expect(await tool('restore', pathOf('kept.duckdb'))).toMatchObject({
    code: 1,
    error: 'The server is running on this data folder; stop it first.',
  })
  await stop()

  expect(await tools.run(['restore', pathOf('kept.duckdb')], data('other'))).toMatchObject({ code: 0, error: '' })
  const sets = await rowsIn(
    pathOf('other/diver.duckdb'),
    'SELECT varsetid AS id, name FROM variable_set ORDER BY varsetid',
  )
  expect(sets.length).toBeGreaterThanOrEqual(3)
  expect(sets.map(({ name }) => name)).toEqual(sets.map((_, index) => `set ${index + 1}`))
  expect(await (await signIn(await start('other')))('another')).toBe(200)
  await stop()
  const [{ ids, all } = {}] = await rowsIn(
    pathOf('other/diver.duckdb'),
    'SELECT count(DISTINCT varsetid)::INTEGER AS ids, count(*)::INTEGER AS all FROM variable_set',
  )
  expect([ids, all]).toEqual([sets.length + 1, sets.length + 1])
})

test('refuses a newer, damaged or invalid backup in one line, and changes nothing', async () => {
  const before = readFileSync(pathOf('data/diver.duckdb'))
  await tool('backup', pathOf('kept.duckdb'))
  const newer = pathOf('newer.duckdb')
  copyFileSync(pathOf('kept.duckdb'), newer)
  const database = await openDatabase(newer)
  await database.withConnection((connection) =>
    connection.run(`UPDATE meta SET value = '99' WHERE name = 'schema_version'`),
  )
  database.close()
  const damaged = readFileSync(pathOf('kept.duckdb'))
  damaged.write('sub-X', damaged.lastIndexOf('sub-1'))
  writeFileSync(pathOf('damaged.duckdb'), damaged)
  writeFileSync(pathOf('truncated.duckdb'), readFileSync(newer).subarray(0, 5000))
  writeFileSync(pathOf('text.duckdb'), 'no database')
  const settings: [string, string][] = [
    ['newer', `was made by a newer version of this program (99; this one reads ${SCHEMA_VERSION}).`],
    ['damaged', 'is damaged: '],
    ['truncated', 'is '],
    ['text', 'is no backup, or a damaged one: it cannot be opened as a database.'],
    ['missing', 'is not there.'],
  ]
  for (const [name, message] of settings) {
    const { code, out, error } = await tool('restore', pathOf(`${name}.duckdb`))
    expect(error).toContain(`${pathOf(`${name}.duckdb`)} ${message}`)
    expect([code, out, error.split('\n').slice(1)]).toEqual([1, '', []])
  }
  expect(readdirSync(pathOf('data')).filter((name) => name.includes('restoring'))).toEqual([])
  expect(readFileSync(pathOf('data/diver.duckdb')).equals(before)).toBe(true)
})

test('restores a backup over a database that cannot be opened', async () => {
  await tool('backup', pathOf('kept.duckdb'))
  writeFileSync(pathOf('data/diver.duckdb'), 'broken')
  expect(await tool('user', 'list')).toMatchObject({ code: 1, error: /cannot be opened as a database/ })
  expect(await tool('restore', pathOf('kept.duckdb'))).toMatchObject({ code: 0 })
  expect(await tool('user', 'list')).toMatchObject({ out: 'ada\tno collection' })
})

test('audit prints actions of the page and of the command line as lines of JSON', async () => {
  const url = await start()
  await (
    await signIn(url)
  )('mine')
  await tool('user', 'collections', 'ada', 'ct')
  const { out } = await tool('audit')
  const entries = out.split('\n').map((line): Record<string, unknown> => JSON.parse(line))
  expect(entries.map(({ action, subject, status }) => [action, subject, status])).toEqual([
    ['import', { folder: join(prepared.path, 'one'), individuals: 2 }, 200],
    ['user add', { username: 'ada', collections: [], admin: false }, 200],
    ['POST /login', {}, 200],
    ['POST /variableset/new', { made: expect.any(Number) }, 200],
    ['user collections', { username: 'ada', collections: ['ct'] }, 200],
  ])
  expect(entries[3]).toMatchObject({ username: 'ada', address: '127.0.0.1' })
  const third = String(entries[2]?.['at'])
  expect((await tool('audit', '--since', third)).out).toBe(out.split('\n').slice(2).join('\n'))
  expect(await tool('audit', '--since', '2999-01-01')).toEqual({ code: 0, out: '', error: '' })
  expect(await tool('audit', '--since', 'yesterday')).toMatchObject({ code: 1, error: /^Usage: npm run audit/ })
})

test('a running server chains the audit log, and writes checkpoints to keep elsewhere', async () => {
  const environment = { ...data(), AUDIT_CHECKPOINTS: pathOf('checkpoints') }
  const { child, url } = await tools.start(environment)
  server = child
  expect(await (await signIn(url))('mine')).toBe(200)
  expect(await tool('audit', '--verify')).toMatchObject({ code: 0, out: /^4 entries \(1 to 4\) are as written\./ })
  expect(await tool('user', 'collections', 'ada', 'ct')).toMatchObject({ code: 0 })
  await stop()
  const lines = readFileSync(pathOf('checkpoints'), 'utf8').trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line).entry)).toEqual([2, 5])
  const verified = await tool('audit', '--verify', '--checkpoint', pathOf('checkpoints'))
  expect(verified).toEqual({ code: 0, out: '5 entries (1 to 5) are as written.', error: '' })
})

test('commands and the next server work after a server was killed', async () => {
  await start()
  await stop('SIGKILL')
  expect(readdirSync(pathOf('data'))).toContain('control.sock')
  expect(await tool('user', 'list')).toMatchObject({ code: 0, out: 'ada\tno collection' })
  await start()
  expect(await tool('user', 'list')).toMatchObject({ code: 0, out: 'ada\tno collection' })
  await stop()
  expect(readdirSync(pathOf('data'))).not.toContain('control.sock')
})

test('an import killed at any moment is either complete or has no effect', async () => {
  const KILLS = 5
  const participants = Array.from({ length: 4000 }, (_, index) => `sub-x${index} ${index} ${index % 7} 2001-02-03`)
  const many = temporaryFolder({ 'participants.tsv': tabbed('participant_id score mood seen', ...participants) })
  const stateOf = () =>
    rowsIn(
      pathOf('data/diver.duckdb'),
      `SELECT (SELECT count(*)::INTEGER FROM individual) AS individuals, (SELECT count(*)::INTEGER FROM form) AS forms,
        (SELECT count(*)::INTEGER FROM variable) AS variables, (SELECT count(*)::INTEGER FROM audit) AS done,
        (SELECT count(*)::INTEGER FROM duckdb_tables() WHERE table_name LIKE 'form\\__' ESCAPE '\\') AS tables`,
    )
  try {
    const before = await stateOf()
    const [program = '', ...rest] = tools.commandLine(['import', many.path])
    const begin = () => spawn(program, rest, { env: { ...process.env, ...data() }, stdio: 'ignore' })
    const after = [{ individuals: 4002, forms: 2, variables: 4, done: 3, tables: 2 }]
    const started = Date.now()
    copyFileSync(pathOf('data/diver.duckdb'), pathOf('whole.duckdb'))
    await once(begin(), 'close')
    const lasted = Date.now() - started
    expect(await stateOf()).toEqual(after)
    for (let kill = 1; kill <= KILLS; kill++) {
      copyFileSync(pathOf('whole.duckdb'), pathOf('data/diver.duckdb'))
      // The file counts changes of the previous database.
      rmSync(pathOf('data/diver.duckdb.acknowledged'), { force: true })
      // Alternately the command and the server are killed.
      const isServer = kill % 2 === 0
      if (isServer) await start()
      const child = begin()
      const killed = (isServer && server) || child
      const timer = setTimeout(() => killed.kill('SIGKILL'), lasted * (0.4 + (0.6 * kill) / KILLS))
      await once(child, 'close')
      clearTimeout(timer)
      await stop('SIGKILL')
      expect([before, after]).toContainEqual(await stateOf())
    }
  } finally {
    many.remove()
  }
})
