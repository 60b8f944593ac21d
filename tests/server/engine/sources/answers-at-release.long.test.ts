import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { readAnsweredSince } from '#server/engine/releases/changed-answers.ts'
import { recordsAt, releasesWithOtherAnswers } from '#server/engine/sources/answers-at-release.ts'
import { createCatalog, type CatalogVariable } from '#server/model/catalog.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import {
  after,
  COLLECTIONS,
  firstSteps,
  importStep,
  step,
  type Individual,
  type Snapshot,
} from '#tests/support/arbitrary-releases.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const Held = v.object({ id: v.string(), value: v.nullable(v.union([v.string(), v.number()])) })

type Answer = string | number | null

const ANSWERS = {
  MOOD: ({ answers }: Individual): Answer => answers?.mood ?? null,
  SCORE: ({ answers }: Individual): Answer => answers?.score ?? null,
}
const cases = fc.record({ first: firstSteps(30), steps: fc.array(step, { minLength: 1, maxLength: 4 }) })

function recorded(snapshot: Snapshot, answerOf: (one: Individual) => Answer): Map<string, Answer> {
  return new Map(snapshot.flatMap((one) => (one.answers === null ? [] : [[one.id, answerOf(one)] as const])))
}

async function variablesOf(
  connection: Connection,
): Promise<(readonly [CatalogVariable, (one: Individual) => Answer])[]> {
  const catalog = createCatalog(await readCatalog(connection))
  return Object.entries(ANSWERS).flatMap(([name, answerOf]) => {
    const variable = catalog.find(name)
    return variable ? [[variable, answerOf] as const] : []
  })
}

test('the answers at each release are those that were imported', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ first, steps }) => {
      const database = await openTestDatabase()
      try {
        const snapshots: Snapshot[] = []
        let now: Snapshot = []
        for (const one of [...first, ...steps]) {
          const next = after(now, one)
          await importStep(database, now, next, one)
          now = next
          const count = (await database.withConnection(releasesOf)).length
          snapshots[count - 1] = now
        }
        await database.withConnection(async (connection) => {
          const releases = (await releasesOf(connection)).toReversed()
          const since = await readAnsweredSince(connection, releases)
          for (const [variable, answerOf] of await variablesOf(connection)) {
            const others = await releasesWithOtherAnswers(
              connection,
              variable,
              releases.slice(0, -1),
              releases.at(-1)?.lastIndividual ?? 0,
            )
            for (const [place, release] of releases.entries()) {
              const then = snapshots[place] ?? []
              const expected = recorded(then, answerOf)
              const rows = await rowsOf(
                connection,
                Held,
                sql`SELECT individual_id AS id, held.value AS value FROM ${recordsAt(variable, release)} held
                  JOIN individual i ON i.individual_no = held.individual_no`,
              )
              expect(new Map(rows.map(({ id, value }) => [id, value]))).toEqual(expected)
              // A release that is left out has the answers and individuals of the next one that is not, or of now.
              if (place < releases.length - 1 && !others.includes(release)) {
                const next = snapshots[place + 1] ?? []
                expect([next.length, recorded(next, answerOf)]).toEqual([then.length, expected])
              }
              for (const collection of COLLECTIONS) {
                const known = new Map(then.map((one) => [one.id, answerOf(one)]))
                const same = now.filter((one) => one.collection === collection)
                const added = same.filter((one) => !known.has(one.id) && answerOf(one) !== null)
                const changed = same
                  .filter(({ id }) => known.has(id))
                  .filter((one) => (answerOf(one) === null) !== (known.get(one.id) === null))
                const ofVariable = since.get(variable.name)
                expect(ofVariable?.byCollection.get(collection)?.[place] ?? { added: 0, changed: 0 }).toEqual({
                  added: added.length,
                  changed: changed.length,
                })
              }
            }
          }
        })
      } finally {
        database.close()
      }
    }),
    { numRuns: fuzzRuns(8), endOnFailure: true },
  )
})
