import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { withdrawIndividuals } from '#server/modules/releases/withdraw.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** The answers of one individual, "" where missing. */
type Answers = Readonly<Record<'score' | 'mood' | 'signs' | 'seen', string>>
const answers: fc.Arbitrary<Answers> = fc.record({
  score: fc.constantFrom('', '1', '2.5'),
  mood: fc.constantFrom('', 'low', 'high', 'mixed'),
  signs: fc.constantFrom('', 'A', 'A;B', 'C'),
  seen: fc.constantFrom('', '2020-01-02', '2021-12-31'),
})
type Records = Readonly<Record<string, Answers>>

/** They decide the types of the columns. */
const REPEATED = { score: '1', mood: '', signs: 'A', seen: '' }
const FIRST: Records = { a: { score: '2.5', mood: 'low', signs: 'A;B', seen: '2020-01-02' }, b: REPEATED }
const records = fc.dictionary(fc.constantFrom('c', 'd', 'e', 'f'), answers)
/** Two imports, and other answers of those who will be withdrawn. */
const imports = fc.array(fc.record({ records: records, other: fc.record({ c: answers, e: answers }) }), {
  minLength: 2,
  maxLength: 3,
})

async function take(database: Database, records: Records): Promise<void> {
  const rows = Object.entries(records).map(
    ([id, { score, mood, signs, seen }]) => `${id},${score},${mood},${signs},${seen}\n`,
  )
  const folder = temporaryFolder({
    'visit.csv': `id,score,mood,signs,seen
${rows.toSorted().join('')}`,
  })
  try {
    await importFolder(database, folder.path, { collection: 'ct', study: '1', skipBadRows: true, isUpdate: true })
  } finally {
    folder.remove()
  }
}

const hashesOf = (database: Database, leaving: readonly number[] = []) =>
  database.withConnection(async (connection) => {
    const hashes = new Map<number, string>()
    for (const release of await releasesOf(connection)) {
      hashes.set(release.no, await contentHash(connection, release, leaving))
    }
    return hashes
  })

/** The numbers of those who were imported: individuals of an import are numbered in the order of their ids. */
async function withdrawAll(database: Database, individuals: readonly number[]): Promise<void> {
  const hashes = await hashesOf(database, individuals)
  await withWriteLock(database, (connection) => withdrawIndividuals(connection, { individuals, now: 0, hashes }))
  const after = await hashesOf(database)
  for (const [no, hash] of hashes) expect(after.get(no)).toBe(hash)
  const stored = await database.withConnection(releasesOf)
  for (const { no, contentHash: hash } of stored.slice(1)) expect(hash).toBe(hashes.get(no))
}

/** All tables, without times. */
async function tracesIn(database: Database) {
  const { meta: _, release: __, audit: ___, ...rest } = await wholeDatabase(database)
  return { rest, hashes: await hashesOf(database) }
}

test('databases that differ in the answers of the withdrawn alone are equal afterwards, with all hashes', async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (later) => {
      const worlds: unknown[] = []
      for (const isOther of [false, true]) {
        const database = await openTestDatabase()
        try {
          await take(database, FIRST)
          for (const [place, { records, other }] of later.entries()) {
            const changed = Object.entries(records).map(([id, answers]) => [
              id,
              isOther && (id === 'c' || id === 'e') ? other[id] : answers,
            ])
            // All are numbered by the first of these imports.
            const every = place === 0 ? Object.fromEntries(['c', 'd', 'e', 'f'].map((id) => [id, REPEATED])) : {}
            await take(database, { b: REPEATED, ...every, ...Object.fromEntries(changed) })
          }
          // Together, or one after the other: c is the third and e the fifth.
          for (const some of later.length % 2 === 0 ? [[3, 5]] : [[3], [5]]) await withdrawAll(database, some)
          worlds.push(await tracesIn(database))
        } finally {
          database.close()
        }
      }
      expect(worlds[0]).toEqual(worlds[1])
    }),
    { numRuns: fuzzRuns(8) },
  )
})
