import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { buildTools, type BuiltTools } from '#tests/support/built-tools.ts'
import { allRows, tabbed, temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const PASSWORD = 'correct horse battery'

let tools: BuiltTools
let folder: ReturnType<typeof temporaryFolder>
const running = new Set<ChildProcess>()

beforeAll(async () => {
  tools = await buildTools()
  const participants = Array.from(
    { length: 20_000 },
    (_, index) => `sub-${index} ${index % 90} ${'x'.repeat(40)}${index}`,
  )
  folder = temporaryFolder({ 'one/participants.tsv': tabbed('participant_id age note', ...participants) })
  await tools.run(['import', pathOf('one')], { DATA_DIR: pathOf('whole') })
  const words = ['user', 'add', 'ada', '--collections', 'ct', '--password-stdin']
  await tools.run(words, { DATA_DIR: pathOf('whole') }, `${PASSWORD}\n`)
})
afterEach(async () => {
  for (const child of running) await end(child)
})
afterAll(() => {
  folder.remove()
  tools.remove()
})

const pathOf = (name: string) => join(folder.path, name)

/** A data folder of that name with a database of its own. */
function copied(name: string): string {
  mkdirSync(pathOf(name))
  copyFileSync(pathOf('whole/diver.duckdb'), pathOf(`${name}/diver.duckdb`))
  return pathOf(name)
}

async function start(dataFolder: string, before?: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
  const server = await tools.start({ DATA_DIR: dataFolder }, before)
  running.add(server.child)
  return server
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}

interface Session {
  readonly post: (path: string, body: object) => Promise<Response>
  readonly get: (path: string) => Promise<Response>
}

async function signIn(url: string): Promise<Session> {
  const send = (path: string, cookie: string, body?: object) =>
    fetch(`${url}/api/v0${path}`, {
      headers: { 'content-type': 'application/json', cookie },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const login = await send('/login', '', { username: 'ada', password: PASSWORD })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { post: (path, body) => send(path, cookie, body), get: (path) => send(path, cookie) }
}

async function rowsIn(dataFolder: string, sql: string) {
  const database = await openDatabase(join(dataFolder, 'diver.duckdb'))
  const rows = await allRows(database, sql)
  database.close()
  return rows
}

const AS_DATABASE_USER = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
/** Limits the file size (ulimit), like a full disk. */
const withRoomFor = (blocks: number) => ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh']

const BROKEN: readonly (readonly [string, (dataFolder: string) => void | Promise<void>, RegExp])[] = [
  [
    'read only',
    (path) => [join(path, 'diver.duckdb'), path].forEach((one) => chmodSync(one, 0o555)),
    /Permission denied/,
  ],
  ['truncated', (path) => truncateSync(join(path, 'diver.duckdb'), 20_000), /Could not read enough bytes/],
  ['empty', (path) => truncateSync(join(path, 'diver.duckdb'), 0), /not a valid DuckDB database file/],
  ['damaged at its start', (path) => corrupt(join(path, 'diver.duckdb'), 4_096), /Corrupt database file/],
  [
    'of a newer version',
    async (path) => {
      const database = await openDatabase(join(path, 'diver.duckdb'))
      await database.withConnection((connection) =>
        connection.run(`UPDATE meta SET value = '999' WHERE name = 'schema_version'`),
      )
      database.close()
    },
    /version 999; this program reads \d+/,
  ],
]

function corrupt(file: string, place: number): void {
  const bytes = readFileSync(file)
  for (let byte = place; byte < place + 64; byte++) bytes[byte] = 255 - (bytes[byte] ?? 0)
  writeFileSync(file, bytes)
}

test.each(BROKEN)('a database that is %s ends the start in one line', async (name, breakIt, reason) => {
  const path = copied(`broken ${name}`)
  await breakIt(path)
  const before = readFileSync(join(path, 'diver.duckdb'))
  const { code, out, error } = await tools.serve({ DATA_DIR: path }, AS_DATABASE_USER)
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/^DATA_DIR: "[^\n]+" cannot be opened as a database \([^\n]+\)\.$/)
  expect(error).toMatch(reason)
  expect(readFileSync(join(path, 'diver.duckdb')).equals(before)).toBe(true)
  chmodSync(path, 0o755)
})

const LOST: readonly (readonly [string, (wal: string) => void])[] = [
  ['whose first page is zeroed', (wal) => zero(wal, 0)],
  ['whose second page is zeroed', (wal) => zero(wal, 4_096)],
  ['that is truncated', (wal) => truncateSync(wal, 4_096)],
  ['that is missing', (wal) => rmSync(wal)],
]

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function zero(file: string, place: number): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, place, place + 4_096))
}

test.each(LOST)('the start detects a log %s and overwrites nothing', async (name, damage) => {
  const path = copied(`log ${name}`)
  const { url, child } = await start(path)
  const { post } = await signIn(url)
  for (let count = 0; count < 20; count++) {
    const body = { name: `set ${count}`, description: String(count).repeat(1_000), variables: ['AGE'] }
    expect((await post('/variableset/new', body)).status).toBe(200)
  }
  await end(child)
  const wal = join(path, 'diver.duckdb.wal')
  damage(wal)
  // By hash: vitest compares buffers byte by byte, in 30 s.
  const files = () =>
    readdirSync(path).flatMap((file) => (file.startsWith('diver.duckdb') ? [hashOf(join(path, file))] : []))
  const before = files()
  const { code, out, error } = await tools.serve({ DATA_DIR: path })
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/^DATA_DIR: "[^\n]+" cannot be opened as a database \([^\n]+\)\.$/)
  expect(error).toMatch(/acknowledged changes are missing: restore a backup|Corrupt WAL file/)
  expect(files()).toEqual(before)
})

test('a second server on the same folder ends in one line and does not disturb the first', async () => {
  const path = copied('twice')
  const { url } = await start(path)
  expect(await tools.serve({ DATA_DIR: path })).toEqual({
    code: 1,
    out: '',
    error: 'DATA_DIR: another process has opened this database.',
  })
  expect((await (await signIn(url)).post('/variableset/new', { name: 'kept', variables: ['AGE'] })).status).toBe(200)
})

test('only the owner of the data folder can read its files', async () => {
  const path = pathOf('private')
  const { child } = await start(copied('private'))
  for (const name of readdirSync(path).filter((name) => name !== 'diver.duckdb')) {
    expect([name, statSync(join(path, name)).mode & 0o077]).toEqual([name, 0])
  }
  await end(child)
})

test('on a full disk saves are refused with a message, reads continue, and no save is lost', async () => {
  const path = copied('full')
  const { url, child } = await start(path, withRoomFor(300))
  const { post, get } = await signIn(url)
  const saved: string[] = []
  let refused: Response | null = null
  for (let count = 0; refused === null && count < 1_000; count++) {
    const body = { name: `set ${count}`, description: String(count).repeat(1_000), variables: ['AGE'] }
    const response = await post('/variableset/new', body)
    if (response.ok) saved.push(body.name)
    else refused = response
  }
  expect(refused?.status).toBe(503)
  expect(await refused?.json()).toEqual({ message: 'The disk of the server is full. Nothing was saved.' })
  expect((await get('/variableset/info')).status).toBe(200)
  expect((await post('/variable/search', { searchstring: 'age', searchtype: 'question' })).status).toBe(200)
  // Logins need small rows, which may still fit: fill until none does.
  for (let login = 0; login < 40; login++) {
    const session = await signIn(url)
    expect((await session.get('/variableset/info')).status).toBe(200)
    expect((await session.get('/logout')).status).toBe(200)
    expect((await session.get('/variableset/info')).status).toBe(401)
  }
  await end(child)
  const kept = await rowsIn(path, `SELECT name FROM variable_set ORDER BY varsetid`)
  expect(kept.map(({ name }) => name)).toEqual(saved)
  process.stdout.write(`Disk full after ${saved.length} saves: ${kept.length} kept\n`)
})

test('an import on a full disk ends in one line and changes nothing', async () => {
  const path = copied('narrow')
  const [program = '', ...rest] = [...withRoomFor(2_000), ...tools.commandLine(['import', pathOf('more')])]
  const participants = Array.from({ length: 60_000 }, (_, index) => `sub-y${index} ${'y'.repeat(60)}${index * 7_919}`)
  mkdirSync(pathOf('more'))
  writeFileSync(pathOf('more/participants.tsv'), tabbed('participant_id other', ...participants))
  const child = spawn(program, rest, { env: { ...process.env, DATA_DIR: path } })
  let error = ''
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = await once(child, 'close')
  expect([code, error.trimEnd()]).toEqual([1, 'The disk is full. Nothing was changed.'])
  const [count] = await rowsIn(path, `SELECT count(*)::INTEGER AS participants FROM individual`)
  expect(count).toEqual({ participants: 20_000 })
})

test('a restore on a full disk reports the disk, not a damaged backup', async () => {
  const path = copied('no room')
  const [program = '', ...rest] = [...withRoomFor(300), ...tools.commandLine(['restore', pathOf('whole/diver.duckdb')])]
  const child = spawn(program, rest, { env: { ...process.env, DATA_DIR: path } })
  let error = ''
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = await once(child, 'close')
  expect([code, error.trimEnd()]).toEqual([1, 'The disk is full. Nothing was changed.'])
  expect(readdirSync(path).filter((name) => name.includes('restoring'))).toEqual([])
  const [count] = await rowsIn(path, `SELECT count(*)::INTEGER AS participants FROM individual`)
  expect(count).toEqual({ participants: 20_000 })
})

test('a server killed during a download breaks the file off and restarts without loss', async () => {
  const KILLS = 3
  const path = copied('killed')
  let partial = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { url, child } = await start(path)
    const { post, get } = await signIn(url)
    const made = await (await post('/variableset/new', { name: `set ${kill}`, variables: ['AGE', 'NOTE'] })).json()
    const [prepared] = await (await post('/cohort/download/new', { cohortid: 1, varsetid: made.id })).json()
    const response = await get(`/cohort/downloadstream?downloadid=${prepared.download_id}&filename=x.csv`)
    const reader = response.body?.getReader()
    if (!reader) throw new Error('The file has no body.')
    await reader.read()
    child.kill('SIGKILL')
    const outcome = await drain(reader)
    if (outcome === 'broken') partial++
    await end(child)
  }
  const sets = await rowsIn(path, `SELECT name FROM variable_set ORDER BY varsetid`)
  expect(sets.map(({ name }) => name)).toEqual(Array.from({ length: KILLS }, (_, kill) => `set ${kill}`))
  const { url } = await start(path)
  const { get } = await signIn(url)
  expect((await get('/variableset/info')).status).toBe(200)
  process.stdout.write(`Killed ${KILLS} times during a download: ${partial} files broke off, nothing lost\n`)
})

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<'whole' | 'broken'> {
  try {
    for (;;) if ((await reader.read()).done) break
    return 'whole'
  } catch {
    return 'broken'
  }
}

test('the next start completes synthetic data after a kill during their generation', async () => {
  const path = pathOf('making')
  const many = { DATA_DIR: path, DEMO_SCALE: '0.02' }
  const killed = await tools.start(many, [], /Making the synthetic data; (http:\S+)/)
  running.add(killed.child)
  const progressOf = async (): Promise<unknown> => (await (await fetch(`${killed.url}/api/v0/version`)).json()).progress
  await expect.poll(progressOf, { interval: 5 }).toMatchObject({ done: expect.toSatisfy((done) => done > 0) })
  await end(killed.child)
  expect(readdirSync(path)).toContain('diver.duckdb.making')
  const { url, child } = await start(path)
  expect(await (await fetch(`${url}/api/v0/version`)).json()).toMatchObject({ progress: null })
  await end(child)
  const [count] = await rowsIn(path, `SELECT count(*)::INTEGER AS participants FROM individual`)
  expect(count?.['participants']).toBeGreaterThan(50)
  expect(readdirSync(path).filter((name) => name.includes('making'))).toEqual([])
})
