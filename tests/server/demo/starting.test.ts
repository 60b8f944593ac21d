import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app/create-app.ts'
import { openResearchData } from '#server/app/research-data.ts'
import { startServer } from '#server/app/start-server.ts'
import { formNamed } from '#server/demo/forms/forms.ts'
import { makeDemoFile } from '#server/demo/make-demo-file.ts'
import { trackProgress, createProgressBar } from '#server/demo/progress.ts'
import { readStatistics } from '#server/engine/counts/statistics.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'

const FEW = { scale: 0.02, report: () => undefined, forms: [formNamed('DEM')], createApp }

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-'))
  path = join(directory, 'diver.duckdb')
})
afterEach(() => rm(directory, { recursive: true }))

async function individualsOf(database: Database): Promise<number> {
  return (await database.withConnection(readStatistics)).individuals
}

test('while the data are generated the page loads, /version reports progress, and other requests return 503', async () => {
  const database = await openDatabase(':memory:')
  await loadStudy(database, SMALL_STUDY)
  let finish = (): void => undefined
  const server = await startServer({
    configuration: readConfiguration({ PORT: '0' }),
    database: (report) => {
      report(30, 120)
      return new Promise((resolve) => {
        finish = () => resolve(database)
      })
    },
    log: pino({ level: 'silent' }),
    clientDirectory: directory,
  })
  await writeFile(join(directory, 'index.html'), '<title>page</title>')
  const get = (url: string) => fetch(`${server.address}${url}`)
  expect(await (await get('/')).text()).toBe('<title>page</title>')
  expect(await (await get('/api/v0/version')).json()).toMatchObject({
    stats: { individuals: 0 },
    progress: { done: 30, of: 120 },
  })
  for (const address of ['/api/v0/userinfo', '/api/v0/cohort/info', '/codebooks/a.pdf']) {
    const response = await get(address)
    expect([address, response.status, response.headers.get('retry-after')]).toEqual([address, 503, '2'])
  }
  finish()
  await server.database
  expect(await (await get('/api/v0/version')).json()).toMatchObject({ stats: { individuals: 12 }, progress: null })
  expect((await get('/api/v0/userinfo')).status).toBe(200)
  await server.stop()
})

test('deletes the files of an interrupted start, and the next start completes the data', async () => {
  await writeFile(`${path}.making`, 'half a database')
  await writeFile(`${path}.making.wal`, 'half a log')
  const stopped = makeDemoFile(await openDatabase(path), {
    ...FEW,
    report: (done) => {
      if (done > 0) throw new Error('stopped')
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  const made = await makeDemoFile(await openDatabase(path), { ...FEW, forms: [formNamed('DEM'), formNamed('LDI')] })
  expect(await individualsOf(made)).toBe(2_129)
  const Cohort = v.object({ name: v.string(), accounts: v.number(), least: v.number() })
  const cohorts = await made.withConnection((connection) =>
    rowsOf(
      connection,
      Cohort,
      `SELECT name, count(*)::INTEGER AS accounts, min(rowcount) AS least FROM cohort GROUP BY name ORDER BY name`,
    ),
  )
  expect(cohorts.map(({ accounts }) => accounts)).toEqual([3, 3, 3, 3])
  expect(cohorts.every(({ least }) => least > 0)).toBe(true)
  made.close()
  expect((await readdir(directory)).sort()).toEqual(['diver.duckdb', 'diver.duckdb.acknowledged'])
  const again = await openResearchData({ databaseUrl: null, dataDirectory: directory, demoScale: 0.02 })
  expect(again.isReady).toBe(true)
  if (again.isReady) again.database.close()
})

test('keeps existing accounts and then creates no demo accounts', async () => {
  const empty = await openDatabase(path)
  await empty.withConnection((connection) =>
    connection.run(
      `INSERT INTO account (account_id, username, password_hash, collections) VALUES (41, 'own', '', ['ct'])`,
    ),
  )
  const made = await makeDemoFile(empty, FEW)
  const Account = v.object({ username: v.string(), next: v.bigint() })
  const accounts = await made.withConnection((connection) =>
    rowsOf(connection, Account, `SELECT username, nextval('id_sequence') AS next FROM account`),
  )
  expect(accounts.map(({ username }) => username)).toEqual(['own'])
  expect(accounts[0]?.next).toBeGreaterThan(41n)
  made.close()
})

test('estimates the remaining time from the elapsed time and shows it in the progress bar', () => {
  let now = 0
  const { report, current } = trackProgress(() => now)
  now = 5_000
  report(1, 100)
  expect(current()).toEqual({ done: 1, total: 100, secondsLeft: null })
  now = 10_000
  report(25, 100)
  expect(current()).toEqual({ done: 25, total: 100, secondsLeft: 30 })
  const written: string[] = []
  const terminal = { write: (text: string) => written.push(text) }
  const bar = createProgressBar({ ...terminal, isTTY: true })
  bar.show(current())
  bar.end()
  expect(written.join('')).toMatch(/█{8}░{22} 25 %  30 s left/)
  written.length = 0
  const lines = createProgressBar(terminal)
  for (const done of [10, 26, 30, 51, 99]) lines.show({ done, total: 100, secondsLeft: null })
  expect(written).toEqual(['26 %\n', '51 %\n', '99 %\n'])
})
