import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const HARNESS = resolve('node_modules/.cache/import-harness')
/** Every third statement: each run takes a second. */
const STRIDE = 3
/** More than the transaction of the import and the hash after it have. */
const STATEMENTS_MAX = 200

const folder = temporaryFolder({
  'first/visit.csv': 'id,score,mood\na,1,low\nb,2,high\nc,,low\n',
  'second/visit.csv': 'id,score,mood\nb,3,high\nc,4,low\nd,5,mixed\n',
  'second/later.csv': 'id,seen\na,2020-01-02\nd,2021-03-04\n',
})
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/support/import-harness.ts', target: 'node20', outDir: HARNESS, emptyOutDir: true },
  })
})
afterAll(() => folder.remove())

/** The data and their releases, without times and hashes that may not be stored yet. */
async function worldOf(path: string) {
  const database = await openDatabase(path)
  try {
    const { meta: _, release: __, ...rest } = await wholeDatabase(database)
    const releases = await database.withConnection(async (connection) => {
      const hashes: string[] = []
      for (const release of await releasesOf(connection)) {
        const hash = await contentHash(connection, release)
        expect([null, hash]).toContain(release.contentHash)
        hashes.push(`${release.no} ${release.name} ${hash}`)
      }
      return hashes
    })
    return { rest, releases }
  } finally {
    database.close()
  }
}

test('an import killed at any statement leaves either the earlier release or the next one', async () => {
  const start = join(folder.path, 'start.duckdb')
  const database = await openDatabase(start)
  const options = { collection: 'ct', study: '1', skipBadRows: false }
  await importFolder(database, join(folder.path, 'first'), options)
  database.close()
  const before = await worldOf(start)
  const path = join(folder.path, 'killed.duckdb')
  const worlds: Awaited<ReturnType<typeof worldOf>>[] = []
  let isComplete = false
  for (let statement = 0; !isComplete && statement < STATEMENTS_MAX; statement += STRIDE) {
    for (const ending of ['', '.wal', '.acknowledged']) rmSync(`${path}${ending}`, { force: true })
    copyFileSync(start, path)
    const words = [join(HARNESS, 'import-harness.js'), path, join(folder.path, 'second'), String(statement)]
    const { signal, stderr } = spawnSync('node', words, { encoding: 'utf8' })
    expect(signal, stderr).toBe('SIGKILL')
    const world = await worldOf(path)
    worlds.push(world)
    isComplete = worlds.filter(({ releases }) => releases.length === 2).length === 2
  }
  expect(isComplete).toBe(true)
  const after = worlds.at(-1)
  for (const world of worlds) expect(world).toEqual(world.releases.length === 1 ? before : after)
  console.log(`Imports killed: ${worlds.length}, each left the earlier release or the next one`)
})
