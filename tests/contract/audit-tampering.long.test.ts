import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { chainEntries } from '#server/store/audit/chain.ts'
import { removeOldEntries } from '#server/store/audit/retention.ts'
import { verifyChain } from '#server/store/audit/verify.ts'
import {
  AUDIT_KEY,
  checkpointsOf,
  FOREIGN_KEY,
  MINUTE,
  START,
  verified,
  writeEntries,
} from '#tests/support/audit-log.ts'
import { tampering } from '#tests/support/audit-tamperings.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const RUNS = fuzzRuns(300)
vi.setConfig({ testTimeout: Math.max(SLOW_TEST_MILLISECONDS, RUNS * 200) })

test('detects every random tampering: edits, removals, insertions, reorderings and rewritings', async () => {
  const database = await openTestDatabase()
  try {
    await writeEntries(database, 40)
    for (const minutes of [5, 10]) {
      const now = START + 86_400_000 + minutes * MINUTE
      await removeOldEntries(database, AUDIT_KEY, { days: 1, now })
      await chainEntries(database, AUDIT_KEY, now)
    }
    const { removed, last } = await verified(database)
    expect([removed, last]).toEqual([10, 42])
    const log = { first: removed + 1, last, foreign: FOREIGN_KEY }
    const checkpoints = (await checkpointsOf(database)).slice(-1)
    await fc.assert(
      fc.asyncProperty(tampering, ({ apply }) =>
        database.withConnection(async (connection) => {
          await connection.run('BEGIN TRANSACTION')
          try {
            await apply(connection, log)
            const { problem, unchained } = await verifyChain(connection, { keys: [AUDIT_KEY], checkpoints })
            return problem !== null || unchained.length > 0
          } finally {
            await connection.run('ROLLBACK')
          }
        }),
      ),
      { numRuns: RUNS },
    )
    expect(await verified(database, checkpoints)).toMatchObject({ problem: null, unchained: [] })
  } finally {
    database.close()
  }
})
