import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, sql } from '#server/platform/db/sql.ts'
import type { PublicKey, SigningKey } from '#server/platform/security/signing-key.ts'

/** A signed statement that the entry of this number had this hash at this time (milliseconds since 1970). */
export interface Checkpoint {
  readonly no: number
  readonly hash: string
  readonly at: number
  /** The id of the public key. */
  readonly key: string
  readonly signature: string
}

const CHECKPOINT_FORM = 'diver-audit-checkpoint-1'

export function signedCheckpoint(
  key: SigningKey,
  { no, hash, at }: Pick<Checkpoint, 'no' | 'hash' | 'at'>,
): Checkpoint {
  return { no, hash, at, key: key.id, signature: key.sign(signedText({ no, hash, at })) }
}

/** Whether one of the keys has signed it. */
export function isSigned(checkpoint: Checkpoint, keys: readonly PublicKey[]): boolean {
  return keys.some(({ id, isSignature }) => {
    return id === checkpoint.key && isSignature(signedText(checkpoint), checkpoint.signature)
  })
}

function signedText({ no, hash, at }: Pick<Checkpoint, 'no' | 'hash' | 'at'>): string {
  return JSON.stringify([CHECKPOINT_FORM, no, hash, new Date(at).toISOString()])
}

const Sha256 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    entry: v.pipe(v.number(), v.integer()),
    hash: Sha256,
    at: v.pipe(v.string(), v.isoTimestamp()),
    key: Sha256,
    signature: v.string(),
  }),
)

/** A checkpoint as a line of JSON, to keep it outside of the server. */
export function checkpointLine({ no, hash, at, key, signature }: Checkpoint): string {
  return JSON.stringify({ entry: no, hash, at: new Date(at).toISOString(), key, signature })
}

/** Null for a line that is no checkpoint. */
export function readCheckpointLine(line: string): Checkpoint | null {
  const read = v.safeParse(Line, line)
  if (!read.success) return null
  const { entry, hash, at, key, signature } = read.output
  return { no: entry, hash, at: Date.parse(at), key, signature }
}

const Stored = v.object({
  no: v.number(),
  hash: v.string(),
  at: v.number(),
  key: v.string(),
  signature: v.string(),
  isKept: v.boolean(),
})
export type StoredCheckpoint = v.InferOutput<typeof Stored>

const COLUMNS = sql`CAST(entry_no AS FLOAT8) AS no, entry_hash AS hash, CAST(epoch_ms(made_at) AS FLOAT8) AS at,
  key_id AS key, signature, is_kept AS "isKept"`

/** In the order of their entries. */
export function storedCheckpoints(connection: Connection): Promise<StoredCheckpoint[]> {
  return rowsOf(connection, Stored, sql`SELECT ${COLUMNS} FROM audit_checkpoint ORDER BY entry_no, made_at`)
}

/** The checkpoint of the last entry, and the last that is kept. */
export async function lastCheckpoints(
  connection: Connection,
): Promise<{ readonly head: StoredCheckpoint | null; readonly kept: StoredCheckpoint | null }> {
  const last = async (condition = EMPTY) => {
    const query = sql`SELECT ${COLUMNS} FROM audit_checkpoint ${condition} ORDER BY entry_no DESC, made_at DESC LIMIT 1`
    return (await rowsOf(connection, Stored, query))[0] ?? null
  }
  return { head: await last(), kept: await last(sql`WHERE is_kept`) }
}

export async function insertCheckpoint(connection: Connection, checkpoint: Checkpoint, isKept: boolean): Promise<void> {
  const { no, hash, at, key, signature } = checkpoint
  await connection.run(
    sql`INSERT INTO audit_checkpoint VALUES (CAST(${no} AS BIGINT), ${hash}, epoch_ms(CAST(${at} AS BIGINT)), ${key}, ${signature}, ${isKept})`,
  )
}

/** Deletes a checkpoint that a later one replaces. */
export async function deleteCheckpoint(connection: Connection, { signature }: Checkpoint): Promise<void> {
  await connection.run(sql`DELETE FROM audit_checkpoint WHERE signature = ${signature} AND NOT is_kept`)
}
