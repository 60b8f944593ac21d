import * as v from 'valibot'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { PublicKey, SigningKey } from '#server/platform/security/signing-key.ts'
import { withChainLock } from '#server/store/audit/chain.ts'
import { insertAuditRow } from '#server/store/audit/write.ts'
import { DAY_MILLISECONDS, type Retention } from '#server/store/retention.ts'

const Stored = v.object({
  first: v.number(),
  last: v.number(),
  /** The hash of the last removed entry, which the next one continues. */
  hash: v.string(),
  before: v.number(),
  at: v.number(),
  key: v.string(),
  signature: v.string(),
})
/**
 * A signed statement that the entries from the first to the last, all before a moment, were removed by policy at a
 * time (both in milliseconds since 1970).
 */
export type Removal = v.InferOutput<typeof Stored>

const REMOVAL_FORM = 'diver-audit-removal-1'

function signedText({ first, last, hash, before, at }: Omit<Removal, 'key' | 'signature'>): string {
  return JSON.stringify([REMOVAL_FORM, first, last, hash, new Date(before).toISOString(), new Date(at).toISOString()])
}

export function isSignedRemoval(removal: Removal, keys: readonly PublicKey[]): boolean {
  return keys.some(({ id, isSignature }) => id === removal.key && isSignature(signedText(removal), removal.signature))
}

/** In the order of their entries. */
export function storedRemovals(connection: Connection): Promise<Removal[]> {
  return rowsOf(
    connection,
    Stored,
    sql`SELECT CAST(first_no AS FLOAT8) AS first, CAST(last_no AS FLOAT8) AS last, last_hash AS hash,
      CAST(epoch_ms(older_than) AS FLOAT8) AS before, CAST(epoch_ms(removed_at) AS FLOAT8) AS at, key_id AS key, signature
      FROM audit_removal ORDER BY first_no, last_no`,
  )
}

/**
 * Deletes the chained entries at the beginning of the log that are older than so many days, signs a statement of it and
 * audits it; returns their number. An entry stays as long as an earlier one of the chain is younger.
 */
export function removeOldEntries(database: Database, key: SigningKey, { days, now }: Retention): Promise<number> {
  const before = now - days * DAY_MILLISECONDS
  return withChainLock(database, async (connection) => {
    const old = await oldEntries(connection, before)
    if (old === null) return 0
    const deleted = await connection.run(sql`DELETE FROM audit WHERE entry_no <= CAST(${old.last} AS BIGINT)`)
    const removal = { ...old, before, at: now }
    const moment = (time: number) => sql`epoch_ms(CAST(${time} AS BIGINT))`
    await connection.run(
      sql`INSERT INTO audit_removal VALUES (CAST(${old.first} AS BIGINT), CAST(${old.last} AS BIGINT), ${old.hash},
        ${moment(before)}, ${moment(now)}, ${key.id}, ${key.sign(signedText(removal))})`,
    )
    const row = { now, username: null, address: 'server', action: 'audit retention', status: 200 }
    await insertAuditRow(connection, { ...row, subject: { days, deleted, last: old.last } })
    return deleted
  })
}

const Bounds = v.object({ first: v.nullable(v.number()), last: v.nullable(v.number()) })
const Hash = v.object({ hash: v.string() })

/** The entries before the first one since a moment; null if there is none. */
async function oldEntries(
  connection: Connection,
  before: number,
): Promise<Pick<Removal, 'first' | 'last' | 'hash'> | null> {
  const isYoung = sql`happened_at >= epoch_ms(CAST(${before} AS BIGINT))`
  const [bounds] = await rowsOf(
    connection,
    Bounds,
    sql`SELECT CAST(min(entry_no) AS FLOAT8) AS first,
      CAST(coalesce(min(entry_no) FILTER (WHERE ${isYoung}) - 1, max(entry_no)) AS FLOAT8) AS last
      FROM audit WHERE entry_no IS NOT NULL`,
  )
  const { first, last } = bounds ?? { first: null, last: null }
  if (first === null || last === null || last < first) return null
  const ofLast = sql`SELECT entry_hash AS hash FROM audit WHERE entry_no = CAST(${last} AS BIGINT)`
  const [found] = await rowsOf(connection, Hash, ofLast)
  return found ? { first, last, hash: found.hash } : null
}
