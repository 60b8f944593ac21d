import { randomBytes } from 'node:crypto'
import { transaction, type Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { signingKeyOf } from '#server/platform/security/signing-key.ts'
import { chainEntries } from '#server/store/audit/chain.ts'
import { storedCheckpoints, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { verifyChain } from '#server/store/audit/verify.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'

/** The key of the tests, and another one. */
export const AUDIT_SECRET = randomBytes(32)
export const AUDIT_KEY = signingKeyOf(AUDIT_SECRET)
export const FOREIGN_KEY = signingKeyOf(randomBytes(32))

export const START = Date.UTC(2024, 0, 1)
export const MINUTE = 60_000

/** Writes entries that differ in all parts, a minute apart, and chains some at a time. */
export async function writeEntries(database: Database, count: number, atOnce = 5): Promise<void> {
  for (let place = 0; place < count; place++) {
    const now = START + place * MINUTE
    const row = {
      now,
      username: place % 4 === 0 ? null : `user ${place % 3}`,
      address: `192.0.2.${place % 250}`,
      action: place % 2 === 0 ? 'POST /login' : 'DELETE /cohort/delete',
      subject: { cohortid: place, name: `“Cohort” ${place}` },
      status: place % 5 === 0 ? 403 : 200,
    }
    await withWriteLock(database, (connection) => insertAuditRow(connection, row))
    if (place % atOnce === atOnce - 1 || place === count - 1) await chainEntries(database, AUDIT_KEY, now)
  }
}

export const verified = (database: Database, checkpoints: readonly Checkpoint[] = [], keys = [AUDIT_KEY]) =>
  database.withConnection((connection) => transaction(connection, (begun) => verifyChain(begun, { keys, checkpoints })))

export const checkpointsOf = (database: Database) => database.withConnection(storedCheckpoints)
