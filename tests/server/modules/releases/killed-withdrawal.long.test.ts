import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
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

const HARNESS = resolve('node_modules/.cache/withdraw-harness')
/** Every third statement: each run takes a second. */
const STRIDE = 3
/** More than the transaction and the hash after it have. */
const STATEMENTS_MAX = 200

const folder = temporaryFolder({
  'first/visit.csv': 'id,score,mood\na,1,low\nb,2,high\nc,,low\n',
  'second/visit.csv': 'id,score,mood\nb,3,high\nc,4,low\nd,5,mixed\n',
})
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/support/withdraw-harness.ts', target: 'node20', outDir: HARNESS, emptyOutDir: true },
  })
})
afterAll(() => folder.remove())

/** The data and their releases, without times and the hash that may not be stored yet. */
async function worldOf(path: string) {
  const database = await openDatabase(path)
  try {
    const { meta: _, release: __, audit, ...rest } = await wholeDatabase(database)
    const releases = await database.withConnection(async (connection) => {
      const hashes: string[] = []
      for (const release of await releasesOf(connection)) {
        const hash = await contentHash(connection, release)
        expect([null, hash]).toContain(release.contentHash)
        hashes.push(`${release.no} ${release.name} ${hash}`)
      }
      return hashes
    })
    return { rest, releases, audited: Array.isArray(audit) ? audit.length : 0 }
  } finally {
    database.close()
  }
}

test('a withdrawal killed at any statement leaves either the earlier release or the next one, verified', async () => {
  const start = join(folder.path, 'start.duckdb')
  const database = await openDatabase(start)
  const options = { collection: 'ct', study: '1', skipBadRows: false, isUpdate: true }
  await importFolder(database, join(folder.path, 'first'), options)
  await importFolder(database, join(folder.path, 'second'), options)
  database.close()
  const before = await worldOf(start)
  const path = join(folder.path, 'killed.duckdb')
  const worlds: Awaited<ReturnType<typeof worldOf>>[] = []
  let isComplete = false
  for (let statement = 0; !isComplete && statement < STATEMENTS_MAX; statement += STRIDE) {
    for (const ending of ['', '.wal', '.acknowledged']) rmSync(`${path}${ending}`, { force: true })
    copyFileSync(start, path)
    copyFileSync(start, `${path}.before-import-1`)
    const words = [join(HARNESS, 'withdraw-harness.js'), path, 'b', String(statement)]
    const { signal, stderr } = spawnSync('node', words, { encoding: 'utf8' })
    expect(signal, stderr).toBe('SIGKILL')
    const world = await worldOf(path)
    worlds.push(world)
    // No copy for undoing an import remains beside the answers that were deleted.
    if (world.releases.length === 3) {
      expect(readdirSync(folder.path).filter((name) => name.startsWith('killed.duckdb.before'))).toEqual([])
    }
    isComplete = worlds.filter(({ releases }) => releases.length === 3).length === 2
  }
  expect(isComplete).toBe(true)
  const after = worlds.at(-1)
  expect(after).toMatchObject({ audited: 1, rest: { withdrawn_individual: ['{"individual_no":2,"release_no":3}'] } })
  for (const world of worlds) expect(world).toEqual(world.releases.length === 2 ? before : after)
  console.log(`Withdrawals killed: ${worlds.length}, each left the earlier release or the next one`)
})
