import * as v from 'valibot'
import { countOf, formatCount } from '#domain/numbers.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { PublicKey } from '#server/platform/security/signing-key.ts'
import { chainedEntries, entryHash, isSalt, NO_ENTRY, type ChainedEntry } from '#server/store/audit/chain.ts'
import { isSigned, storedCheckpoints, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { isSignedRemoval, storedRemovals, type Removal } from '#server/store/audit/retention.ts'

export interface Verification {
  /** The first thing that is not as it was written; null if everything is. */
  readonly problem: string | null
  /** The number of the last removed entry, and of the last entry; 0 if there is none. */
  readonly removed: number
  readonly last: number
  /** The rows that are not chained. */
  readonly unchained: readonly number[]
}

export interface Trusted {
  readonly keys: readonly PublicKey[]
  /** Checkpoints that were kept outside of the server. */
  readonly checkpoints: readonly Checkpoint[]
}

/** Verifies the chain, its checkpoints and its removals; call it in one transaction. */
export async function verifyChain(connection: Connection, { keys, checkpoints }: Trusted): Promise<Verification> {
  const removals = await storedRemovals(connection)
  const stored = await storedCheckpoints(connection)
  const removed = removals.at(-1)?.last ?? 0
  const known = [...checkpoints, ...stored]
  const problem = removalProblem(removals, keys) ?? signatureProblem(known, keys)
  const unchained = await unchainedRows(connection)
  if (problem !== null) return { problem, removed, last: removed, unchained }
  const start = { no: removed, hash: removals.at(-1)?.hash ?? NO_ENTRY }
  const head = Math.max(0, ...stored.map(({ no }) => no))
  const read = await readChain(connection, start, known)
  return { removed, last: read.last, unchained, problem: read.problem ?? endProblem(read.last, head, known) }
}

const entry = (no: number) => `Entry ${formatCount(no)}`
const dayOf = ({ at }: Pick<Checkpoint, 'at'>) => new Date(at).toISOString()

function removalProblem(removals: readonly Removal[], keys: readonly PublicKey[]): string | null {
  let last = 0
  for (const removal of removals) {
    const name = `The record of the removal of entries ${formatCount(removal.first)} to ${formatCount(removal.last)}`
    if (!isSignedRemoval(removal, keys)) return `${name} is not signed by a known key.`
    if (removal.first !== last + 1) return `${entry(last + 1)} was removed without a record.`
    last = removal.last
  }
  return null
}

function signatureProblem(checkpoints: readonly Checkpoint[], keys: readonly PublicKey[]): string | null {
  const foreign = checkpoints.find((checkpoint) => !isSigned(checkpoint, keys))
  if (foreign === undefined) return null
  return `The checkpoint of entry ${formatCount(foreign.no)}, of ${dayOf(foreign)}, is not signed by a known key (its key is ${foreign.key}).`
}

interface Link {
  readonly no: number
  readonly hash: string
}

/** Follows the chain to its last entry, or to the first that is not as it was written. */
async function readChain(
  connection: Connection,
  start: Link,
  checkpoints: readonly Checkpoint[],
): Promise<{ readonly last: number; readonly problem: string | null }> {
  const byEntry = new Map<number, Checkpoint[]>()
  for (const checkpoint of checkpoints) byEntry.set(checkpoint.no, [...(byEntry.get(checkpoint.no) ?? []), checkpoint])
  const differing = ({ no, hash }: Link) => byEntry.get(no)?.find((checkpoint) => checkpoint.hash !== hash)
  const smallest = sql`SELECT CAST(min(entry_no) AS FLOAT8) AS first FROM audit`
  const [{ first } = { first: null }] = await rowsOf(connection, v.object({ first: v.nullable(v.number()) }), smallest)
  if (first !== null && first <= start.no) {
    return {
      last: start.no,
      problem: `${entry(first)} was inserted: its number is not after ${formatCount(start.no)}.`,
    }
  }
  const atStart = differing(start)
  if (atStart) return { last: start.no, problem: otherThanCheckpoint(start.no, atStart) }
  let before = start
  for await (const row of chainedEntries(connection, start.no)) {
    const link = nextLink(before, row)
    const other = typeof link === 'string' ? null : differing(link)
    if (typeof link === 'string') return { last: before.no, problem: link }
    if (other) return { last: before.no, problem: otherThanCheckpoint(link.no, other) }
    before = link
  }
  return { last: before.no, problem: null }
}

/** The next link of the chain, or the problem. */
function nextLink(before: Link, row: ChainedEntry): Link | string {
  const no = before.no + 1
  if (row.no < no) return `${entry(row.no)} is there more than once.`
  if (row.no > no) return `${entry(no)} is missing.`
  const { salt, hash } = row
  const expected = salt === null || !isSalt(salt) ? null : entryHash(no, before.hash, salt, row)
  if (expected === null || expected !== hash) return `${entry(no)} was changed, inserted or moved: its hash is another.`
  return { no, hash: expected }
}

function otherThanCheckpoint(no: number, checkpoint: Checkpoint): string {
  return `${entry(no)} is not that of the checkpoint of ${dayOf(checkpoint)}: entries up to it were rewritten.`
}

function endProblem(last: number, head: number, checkpoints: readonly Checkpoint[]): string | null {
  const later = checkpoints.filter(({ no }) => no > last).toSorted((one, other) => other.no - one.no)[0]
  if (later) {
    const missing = later.no - last
    return `${entry(last + 1)} is missing: the checkpoint of ${dayOf(later)} has ${countOf(missing, 'more entry', 'more entries')}.`
  }
  return last > head ? `${entry(head + 1)} was added without a signature.` : null
}

/** The rows that are not chained. */
export async function unchainedRows(connection: Connection): Promise<number[]> {
  const query = sql`SELECT CAST(rowid AS FLOAT8) AS id FROM audit WHERE entry_no IS NULL ORDER BY rowid`
  return (await rowsOf(connection, v.object({ id: v.number() }), query)).map(({ id }) => id)
}
