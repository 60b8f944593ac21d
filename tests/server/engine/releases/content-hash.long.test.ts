import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { FULL, imports, take, type Answers, type Imported } from '#tests/support/random-imports.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const hashesOf = (database: Database) =>
  database.withConnection(async (connection) => {
    const releases = await releasesOf(connection)
    const hashes: string[] = []
    for (const release of releases.toReversed()) hashes.push(await contentHash(connection, release))
    return hashes
  })

test('a release keeps its hash over later corrections and additions, and both databases have the same', async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (later) => {
      const first: Imported = { visit: { b: FULL }, later: { d: FULL } }
      const database = await openTestDatabase()
      const inMemory = await openDatabase(':memory:')
      try {
        const made: string[] = []
        for (const imported of [first, ...later]) {
          await take(database, imported)
          await take(inMemory, imported)
          const hashes = await hashesOf(database)
          expect(hashes.slice(0, -1)).toEqual(made)
          made.push(hashes.at(-1) ?? '')
        }
        expect(await hashesOf(inMemory)).toEqual(made)
      } finally {
        database.close()
        inMemory.close()
      }
    }),
    { numRuns: fuzzRuns(8) },
  )
})

test('the hash does not depend on the order of imports, and every answer changes it', async () => {
  const hashAfter = async (...imports: readonly Imported[]) => {
    const database = await openTestDatabase()
    try {
      for (const one of imports) await take(database, one)
      return (await hashesOf(database)).at(-1)
    } finally {
      database.close()
    }
  }
  // With the types of the columns.
  const first: Imported = { visit: { f: FULL }, later: {} }
  const [b, d] = [{ b: FULL }, { d: { ...FULL, score: '7' } }]
  const together = await hashAfter(first, { visit: { ...b, ...d }, later: {} })
  expect(await hashAfter(first, { visit: d, later: {} }, { visit: b, later: {} })).toBe(together)
  const changes: Partial<Answers>[] = [
    { score: '8' },
    { seen: '2021-12-31' },
    { mood: 'high' },
    { note: '' },
    { score: '' },
  ]
  for (const change of changes) {
    const changed = { visit: { ...b, d: { ...d.d, ...change } }, later: {} }
    expect(await hashAfter(first, changed)).not.toBe(together)
  }
})
