import { createHash, createHmac, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { countedTransaction, rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'
import type { SigningKey } from '#server/platform/security/signing-key.ts'
import {
  deleteCheckpoint,
  insertCheckpoint,
  isSigned,
  lastCheckpoints,
  signedCheckpoint,
  type Checkpoint,
  type StoredCheckpoint,
} from '#server/store/audit/checkpoints.ts'

/** The parts of an entry in the order of its hash; `at` in milliseconds since 1970, `subject` as JSON. */
const PARTS = ['at', 'username', 'address', 'action', 'subject', 'status'] as const
type Part = (typeof PARTS)[number]

const CONTENT_FIELDS = {
  at: v.number(),
  username: v.nullable(v.string()),
  address: v.string(),
  action: v.string(),
  subject: v.string(),
  status: v.number(),
} satisfies Record<Part, unknown>

const Content = v.object(CONTENT_FIELDS)
type EntryContent = v.InferOutput<typeof Content>
const CONTENT = sql`CAST(epoch_ms(happened_at) AS FLOAT8) AS at, username, address, action, subject, status`

/** The hash before the first entry. */
export const NO_ENTRY = '0'.repeat(64)

const SALT_BYTES = 16

/** Whether a text is the one form of a salt: 32 lower-case hexadecimal digits. */
export function isSalt(text: string): boolean {
  return /^[\da-f]{32}$/.test(text)
}

/** Version of the canonical form: texts of another form have another hash. */
const ENTRY_FORM = 'diver-audit-entry-1'

type PartValue = string | number | null

/** The hash of an entry: of its number, of the hash of the entry before, and of the salted hashes of its parts. */
export function entryHash(no: number, previous: string, salt: string, content: EntryContent): string {
  const parts = PARTS.map((part) => canonicalHash([part, partSalt(salt, part), partValue(content, part)]))
  return canonicalHash([ENTRY_FORM, no, previous, ...parts])
}

/** The salt of a part, from the salt of its entry: who knows one learns no other, and no value can be found by trial. */
function partSalt(salt: string, part: Part): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(part).digest('hex')
}

/** The value that is hashed: as stored, the time in ISO 8601 with milliseconds, in UTC. */
function partValue(content: EntryContent, part: Part): PartValue {
  if (part !== 'at') return content[part]
  const time = new Date(content.at)
  return Number.isNaN(time.getTime()) ? content.at : time.toISOString()
}

/**
 * SHA-256 of a list of texts, integers and null as JSON. JSON.stringify writes such a list in the one form of RFC 8785
 * (JSON Canonicalization Scheme).
 */
function canonicalHash(list: readonly PartValue[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}

/** A checkpoint is kept at the first entry after so many entries, or so much time, since the last that is kept. */
const KEPT_ENTRIES = 1_000
const KEPT_MILLISECONDS = 60 * 60_000

const ENTRIES_AT_ONCE = KEPT_ENTRIES

/** Key of the advisory lock of PostgreSQL; equal in all servers. */
const CHAIN_LOCK = 4_739_202
const lastWrites = new WeakMap<Database, Promise<unknown>>()

/**
 * A transaction under the lock of the chain, which no request waits for: an import holds the write lock for minutes.
 * The lock is taken before the transaction begins, because PostgreSQL's snapshot must have the last entry.
 */
export function withChainLock<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const locked = async () =>
    database.withConnection(async (connection) => {
      if (database.kind === 'DuckDB') return countedTransaction(database, connection, work)
      await connection.run(`SELECT pg_advisory_lock(${CHAIN_LOCK})`)
      try {
        return await countedTransaction(database, connection, work)
      } finally {
        await connection.run(`SELECT pg_advisory_unlock(${CHAIN_LOCK})`)
      }
    })
  const write = (lastWrites.get(database) ?? Promise.resolve()).catch(() => undefined).then(locked)
  lastWrites.set(database, write)
  return write
}

const Unchained = v.object({ rowId: v.number(), ...CONTENT_FIELDS })

export interface Chained {
  readonly entries: number
  /** Checkpoints to keep outside of the server. */
  readonly kept: readonly Checkpoint[]
  /** Whether the checkpoint of the last entry is not signed by this key. */
  readonly isForeign: boolean
}

/**
 * Chains the entries that are not chained, in the order of their rows: gives each a number, a salt and its hash, and
 * signs a checkpoint of the last. Entries are written without it, so that no request waits for another one's hash.
 */
export async function chainEntries(database: Database, key: SigningKey, now: number): Promise<Chained> {
  let [entries, isForeign] = [0, false]
  const kept: Checkpoint[] = []
  for (;;) {
    // Most of the time there is none, and a lock and a transaction cost more.
    if (!(await database.withConnection(hasUnchained))) return { entries, kept, isForeign }
    const made = await withChainLock(database, (connection) => chainSome(connection, key, now))
    entries += made.entries
    if (made.checkpoint !== null) kept.push(made.checkpoint)
    isForeign ||= made.isForeign
    if (made.entries === 0) return { entries, kept, isForeign }
  }
}

async function hasUnchained(connection: Connection): Promise<boolean> {
  const query = sql`SELECT 1 AS found FROM audit WHERE entry_no IS NULL LIMIT 1`
  return (await rowsOf(connection, v.object({ found: v.number() }), query)).length > 0
}

/** Keeps a checkpoint of the last entry, for the end of a server; null if it is kept already. */
export function keepLastCheckpoint(database: Database, key: SigningKey): Promise<Checkpoint | null> {
  return withChainLock(database, async (connection) => {
    const { head } = await lastCheckpoints(connection)
    if (head === null || head.isKept || !isSigned(head, [key])) return null
    await deleteCheckpoint(connection, head)
    await insertCheckpoint(connection, head, true)
    return head
  })
}

async function chainSome(connection: Connection, key: SigningKey, now: number) {
  const rows = await rowsOf(
    connection,
    Unchained,
    sql`SELECT CAST(rowid AS FLOAT8) AS "rowId", ${CONTENT} FROM audit WHERE entry_no IS NULL
      ORDER BY rowid LIMIT ${literal(ENTRIES_AT_ONCE)}`,
  )
  const { head, kept } = await lastCheckpoints(connection)
  let [no, hash] = [head?.no ?? 0, head?.hash ?? NO_ENTRY]
  const chained = rows.map(({ rowId, ...content }) => {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    no += 1
    hash = entryHash(no, hash, salt, content)
    return { rowId, no, salt, hash }
  })
  if (chained.length === 0) return { entries: 0, checkpoint: null, isForeign: false }
  await storeChained(connection, chained)
  const checkpoint = signedCheckpoint(key, { no, hash, at: now })
  const isKept = isDue(kept, checkpoint)
  await insertCheckpoint(connection, checkpoint, isKept)
  const isForeign = head !== null && !isSigned(head, [key])
  // One with another signature stays: it is evidence, or of a former key.
  if (head !== null && !isForeign) await deleteCheckpoint(connection, head)
  return { entries: chained.length, checkpoint: isKept ? checkpoint : null, isForeign }
}

function isDue(kept: StoredCheckpoint | null, { no, at }: Checkpoint): boolean {
  return kept === null || no - kept.no >= KEPT_ENTRIES || at - kept.at >= KEPT_MILLISECONDS
}

interface NewLink {
  readonly rowId: number
  readonly no: number
  readonly salt: string
  readonly hash: string
}

async function storeChained(connection: Connection, chained: readonly NewLink[]): Promise<void> {
  const column = (cell: (row: NewLink) => number | string) =>
    sql`unnest(CAST(${chained.map((row) => String(cell(row)))} AS VARCHAR[]))`
  const stored = await connection.run(
    sql`UPDATE audit SET entry_no = CAST(given.no AS BIGINT), salt = given.salt, entry_hash = given.hash
      FROM (SELECT ${column(({ rowId }) => rowId)} AS row_id, ${column(({ no }) => no)} AS no,
        ${column(({ salt }) => salt)} AS salt, ${column(({ hash }) => hash)} AS hash) given
      WHERE audit.rowid = CAST(given.row_id AS BIGINT)`,
  )
  if (stored !== chained.length) throw new Error('Entries of the audit log were deleted while they were chained.')
}

const ChainedRow = v.object({
  no: v.number(),
  salt: v.nullable(v.string()),
  hash: v.nullable(v.string()),
  ...CONTENT_FIELDS,
})
/** An entry of the chain as it is stored, which is not as it was written if the database was changed. */
export type ChainedEntry = v.InferOutput<typeof ChainedRow>

/** Numbers read at once. */
const NUMBERS_AT_ONCE = 5_000

/**
 * The entries after a number, in the order of their numbers. Read in pages without a cursor, because the caller's
 * transaction gives all of them one snapshot; pages are ranges of numbers, so none is lost if a number is there twice.
 */
export async function* chainedEntries(connection: Connection, after: number): AsyncGenerator<ChainedEntry, undefined> {
  const bound = (no: number) => sql`CAST(${no} AS BIGINT)`
  const query = sql`SELECT CAST(entry_no AS FLOAT8) AS no, salt, entry_hash AS hash, ${CONTENT} FROM audit`
  let last = after
  for (;;) {
    const isNext = sql`entry_no > ${bound(last)}`
    const isInPage = sql`${isNext} AND entry_no <= ${bound(last + NUMBERS_AT_ONCE)}`
    const page = await rowsOf(connection, ChainedRow, sql`${query} WHERE ${isInPage} ORDER BY entry_no`)
    yield* page
    if (page.length > 0) last += NUMBERS_AT_ONCE
    else {
      const [next] = await rowsOf(
        connection,
        ChainedRow,
        sql`${query} WHERE ${isNext} ORDER BY entry_no LIMIT ${literal(1)}`,
      )
      if (next === undefined) return
      last = next.no - 1
    }
  }
}
