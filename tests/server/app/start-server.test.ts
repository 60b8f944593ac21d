import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer, type RunningServer } from '#server/app/start-server.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

let directory: string
let server: RunningServer
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'server-test-'))
  await mkdir(join(directory, 'client', 'assets'), { recursive: true })
  await writeFile(join(directory, 'client', 'index.html'), '<title>page</title>')
  await writeFile(join(directory, 'client', 'assets', 'index-1.js'), 'export {}')
  await writeFile(join(directory, 'secret'), 'secret')
  server = await start()
})
afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
})

async function start(): Promise<RunningServer> {
  const database = await openDatabase(join(directory, 'diver.duckdb'))
  return startServer({
    configuration: readConfiguration({ PORT: '0' }),
    database,
    log: pino({ level: 'silent' }),
    clientDirectory: join(directory, 'client'),
  })
}

test('warns in one line at the start if all counts are shown and an account cannot read every collection', async () => {
  const warnings: string[] = []
  const log = { info: () => {}, error: () => {}, warn: (words: string) => warnings.push(words) }
  const warningsFor = async (choice: string, collections: readonly string[]) => {
    const database = await openDatabase(':memory:')
    await loadStudy(database, SMALL_STUDY)
    await inTransaction(database, async (connection) => {
      await connection.run(
        sql`INSERT INTO account (account_id, username, password_hash, first_name, last_name, is_admin, collections)
         VALUES (1, 'admin', '', '', '', TRUE, ${[]}), (2, ${'reader'}, '', '', '', FALSE, ${collections})`,
      )
    })
    const started = await startServer({
      configuration: readConfiguration({ PORT: '0', UNREADABLE_COUNTS: choice }),
      database,
      log,
      clientDirectory: join(directory, 'client'),
    })
    await started.stop()
    return warnings.splice(0)
  }
  expect(await warningsFor('shown', ['bp', 'sz'])).toEqual([
    'UNREADABLE_COUNTS is shown: 1 account without access to every collection can find numbers and dates of single individuals by comparisons. Set UNREADABLE_COUNTS to suppressed or none.',
  ])
  expect(await warningsFor('shown', ['bp', 'sz', 'au'])).toEqual([])
  expect(await warningsFor('suppressed', [])).toEqual([])
  expect(await warningsFor('none', [])).toEqual([])
})

test('serves the page with security headers for every address that is neither a file nor an endpoint', async () => {
  for (const path of ['/', '/cohorts/subset/3', '/variables/all?query=x', '/no/such/page']) {
    const response = await fetch(`${server.address}${path}`)
    expect([response.status, await response.text()]).toEqual([200, '<title>page</title>'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self'`)
  }
})

test('assets are immutable, and missing files return 404', async () => {
  const asset = await fetch(`${server.address}/assets/index-1.js`)
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(asset.headers.get('content-type')).toMatch(/javascript/)
  const missing = ['/assets/index-2.js', '/api/v0/nothing', '/api/v0', '/assets/..%2f..%2fsecret']
  for (const path of missing) expect((await fetch(`${server.address}${path}`)).status).toBe(404)
})

test('sends an asset in the smallest encoding that the client accepts', async () => {
  const file = join(directory, 'client', 'assets', 'index-1.js')
  await writeFile(`${file}.br`, brotliCompressSync('export {}'))
  await writeFile(`${file}.gz`, gzipSync('export {}'))
  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await fetch(`${server.address}/assets/index-1.js`, { headers: { 'accept-encoding': accepted } })
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([sent, 'export {}'])
    expect(response.headers.get('content-type')).toMatch(/javascript/)
  }
})

test('compresses long responses if the client accepts it, and leaves short ones uncompressed', async () => {
  const path = `${server.address}/api/v0/openapi.json`
  const packed = await fetch(path, { headers: { 'accept-encoding': 'br, gzip' } })
  const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } })
  const encodings = [packed, plain].map((response) => response.headers.get('content-encoding'))
  expect(encodings).toEqual(['gzip', null])
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  expect(await packed.json()).toEqual(await plain.json())
  const short = await fetch(`${server.address}/api/v0/nothing`, { headers: { 'accept-encoding': 'gzip' } })
  expect([short.status, short.headers.get('content-encoding')]).toEqual([404, null])
})

test('data persist across a restart', async () => {
  await mkdir(join(directory, 'scratch', 'import-1'), { recursive: true })
  await server.stop()
  expect(await readdir(directory)).not.toContain('scratch')
  const kept = await openDatabase(join(directory, 'diver.duckdb'))
  await loadStudy(kept, SMALL_STUDY)
  kept.close()
  server = await start()
  const { stats } = await (await fetch(`${server.address}/api/v0/version`)).json()
  expect(stats).toEqual({ individuals: 12, placeholders: 1, forms: 2, studies: 4, collections: 3 })
})

test('a shutdown aborts a running import, which changes nothing', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `p${row},${row},${row % 7},text ${row}`)
  await mkdir(join(directory, 'study'))
  await writeFile(join(directory, 'study', 'many.csv'), `id,score,mood,words\n${rows.join('\n')}\n`)
  const database = await server.database
  const options = { collection: 'ct', study: '1', skipBadRows: false }
  const begun = importFolder(database, join(directory, 'study'), options).catch((error: unknown) => error)
  await server.stop()
  expect(await begun).toBeInstanceOf(Error)
  server = await start()
  const { stats } = await (await fetch(`${server.address}/api/v0/version`)).json()
  expect(stats).toMatchObject({ individuals: 0 })
})

test('a forbidden codebook shows the not-found page to a browser and the message to a program', async () => {
  const person = { headers: { accept: 'text/html,*/*;q=0.8' } }
  for (const name of ['some.pdf', '..%2f..%2fsecret', '%2e%2e%2fsecret.pdf']) {
    const response = await fetch(`${server.address}/codebooks/${name}`, person)
    expect([response.status, await response.text()]).toEqual([401, '<title>page</title>'])
  }
  const plain = await fetch(`${server.address}/codebooks/some.pdf`)
  expect([plain.status, await plain.json()]).toEqual([401, { message: 'Please log in.' }])
})

test.each(['secret.key', 'second-factor.key', 'audit.key', 'trace.key'])(
  'a malformed %s stops the start with one line',
  async (file) => {
    const data = join(directory, 'data')
    await mkdir(data)
    await writeFile(join(data, file), 'no key')
    const database = await openDatabase(':memory:')
    const begun = startServer({
      configuration: readConfiguration({ PORT: '0', DATA_DIR: data }),
      database,
      log: pino({ level: 'silent' }),
      clientDirectory: join(directory, 'client'),
    })
    await expect(begun).rejects.toThrow(new RegExp(`^DATA_DIR: the file ${file} does not hold a key[^\\n]*$`))
    database.close()
  },
)

test('answers only for the hosts that HOST names, against DNS rebinding', async () => {
  const { port } = new URL(server.address)
  const statusFor = (host: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port, path, headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.on('error', reject).end()
    })
  for (const path of ['/', '/api/v0/version']) {
    expect(await statusFor(`127.0.0.1:${port}`, path)).toBe(200)
    expect(await statusFor(`LOCALHOST.:${port}`, path)).toBe(200)
    expect(await statusFor('attacker.example', path)).toBe(421)
  }
})
