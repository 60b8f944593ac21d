import * as fc from 'fast-check'
import type { Connection } from '#server/platform/db/database.ts'
import type { SigningKey } from '#server/platform/security/signing-key.ts'
import { chainedEntries, entryHash, NO_ENTRY } from '#server/store/audit/chain.ts'
import { signedCheckpoint } from '#server/store/audit/checkpoints.ts'

/** A change of the database by an attacker without the key. */
export interface Tampering {
  readonly name: string
  readonly apply: (connection: Connection, log: Log) => Promise<void>
}

export interface Log {
  readonly first: number
  readonly last: number
  /** A key of the attacker. */
  readonly foreign: SigningKey
}

const statements =
  (write: (log: Log) => readonly string[]): Tampering['apply'] =>
  async (connection, log) => {
    for (const statement of write(log)) await connection.run(statement)
  }

/** A place between 0 and 1 as the number of an entry. */
const entryAt = ({ first, last }: Log, place: number) => first + Math.floor(place * (last - first + 1))

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const EDITS = [
  `happened_at = happened_at + INTERVAL '1 millisecond'`,
  `username = 'mallory'`,
  `username = CASE WHEN username IS NULL THEN '' END`,
  `address = concat(address, '0')`,
  `action = 'GET /nothing'`,
  `subject = replace(subject, '{', '{ ')`,
  'status = status + 1',
  `salt = replace('${'0123456789abcdef'.repeat(2)}', '0', left(salt, 1))`,
  `salt = upper(concat(salt, 'a'))`,
  `entry_hash = '${'ab'.repeat(32)}'`,
  'entry_hash = NULL',
  'salt = NULL',
  'entry_no = NULL',
  'entry_no = entry_no + 1000000',
  'entry_no = -entry_no',
] as const

const COLUMNS = 'happened_at, username, address, action, subject, status, entry_no, salt, entry_hash'
const copyOf = (no: number, numbered: string) =>
  `INSERT INTO audit (${COLUMNS}) SELECT happened_at, username, address, action, subject, status, ${numbered}, salt, entry_hash
   FROM audit WHERE entry_no = ${no}`
/** Swaps two numbers, or moves those after an entry. */
const swapped = (one: number, other: number) =>
  `UPDATE audit SET entry_no = ${one + other} - entry_no WHERE entry_no IN (${one}, ${other})`
const moved = (after: number, by: number) => `UPDATE audit SET entry_no = entry_no + (${by}) WHERE entry_no > ${after}`

const edit = fc.tuple(fc.constantFrom(...EDITS), place).map(([change, where]): Tampering => ({
  name: `edits: ${change}`,
  apply: statements((log) => [`UPDATE audit SET ${change} WHERE entry_no = ${entryAt(log, where)}`]),
}))

const removal = fc.tuple(place, place, fc.boolean()).map(([one, other, isRenumbered]): Tampering => ({
  name: `removes entries${isRenumbered ? ', and renumbers the others' : ''}`,
  apply: statements((log) => {
    const [from, to] = [entryAt(log, Math.min(one, other)), entryAt(log, Math.max(one, other))]
    const removed = `DELETE FROM audit WHERE entry_no BETWEEN ${from} AND ${to}`
    return isRenumbered ? [removed, moved(to, from - to - 1)] : [removed]
  }),
}))

const removalOfNewest = fc.tuple(place, fc.constantFrom('', 'all', 'later')).map(([where, checkpoints]): Tampering => ({
  name: `removes the newest entries${checkpoints === '' ? '' : ` and ${checkpoints} checkpoints`}`,
  apply: statements((log) => {
    const from = entryAt(log, where)
    const removed = `DELETE FROM audit WHERE entry_no >= ${from}`
    const alsoCheckpoints = `DELETE FROM audit_checkpoint${checkpoints === 'all' ? '' : ` WHERE entry_no >= ${from}`}`
    return checkpoints === '' ? [removed] : [removed, alsoCheckpoints]
  }),
}))

const reordering = fc.tuple(place, place).map(([one, other]): Tampering => ({
  name: 'swaps two entries',
  apply: statements((log) => {
    const [first, second] = [entryAt(log, one), entryAt(log, other)]
    return [swapped(first, first === second ? (first === log.last ? log.first : first + 1) : second)]
  }),
}))

const insertion = fc
  .tuple(place, place, fc.constantFrom('between', 'twice', 'at the end', 'before', 'unchained'))
  .map(([what, where, how]): Tampering => ({
    name: `inserts a copy (${how})`,
    apply: statements((log) => {
      const [copied, after] = [entryAt(log, what), entryAt(log, where)]
      if (how === 'between') return [moved(after, 1), copyOf(copied > after ? copied + 1 : copied, String(after + 1))]
      if (how === 'twice') return [copyOf(copied, 'entry_no')]
      if (how === 'unchained') return [copyOf(copied, 'NULL')]
      return [copyOf(copied, how === 'before' ? String(log.first - 1) : String(log.last + 1))]
    }),
  }))

/** Changes an entry, chains all later ones again, and may sign with a key of its own. */
const rewriting = fc.tuple(place, fc.boolean()).map(([where, isSigning]): Tampering => ({
  name: `rewrites the chain${isSigning ? ' and signs it with another key' : ''}`,
  apply: async (connection, log) => {
    const from = entryAt(log, where)
    await connection.run(`UPDATE audit SET username = 'mallory' WHERE entry_no = ${from}`)
    const entries = []
    for await (const entry of chainedEntries(connection, from - 2)) entries.push(entry)
    let before = entries[0]?.no === from - 1 ? (entries.shift()?.hash ?? NO_ENTRY) : NO_ENTRY
    for (const entry of entries) {
      before = entryHash(entry.no, before, entry.salt ?? '', entry)
      await connection.run(`UPDATE audit SET entry_hash = '${before}' WHERE entry_no = ${entry.no}`)
    }
    if (!isSigning) return
    const { key, signature } = signedCheckpoint(log.foreign, { no: log.last, hash: before, at: 0 })
    await connection.run(`DELETE FROM audit_checkpoint WHERE entry_no >= ${from}`)
    await connection.run(
      `INSERT INTO audit_checkpoint VALUES (${log.last}, '${before}', TIMESTAMP '1970-01-01', '${key}', '${signature}', false)`,
    )
  },
}))

const records = fc
  .constantFrom(
    'DELETE FROM audit_removal',
    'UPDATE audit_removal SET last_no = last_no + 1',
    `UPDATE audit_removal SET older_than = older_than + INTERVAL '1 day'`,
    `UPDATE audit_removal SET last_hash = '${'0'.repeat(64)}'`,
    'DELETE FROM audit_removal WHERE first_no = 1',
    `UPDATE audit_checkpoint SET signature = 'AAAA'`,
    `UPDATE audit_checkpoint SET made_at = made_at + INTERVAL '1 second'`,
    'UPDATE audit_checkpoint SET entry_no = entry_no - 1',
  )
  .map((statement): Tampering => ({ name: `changes records: ${statement}`, apply: statements(() => [statement]) }))

export const tampering = fc.oneof(
  { weight: 4, arbitrary: edit },
  { weight: 2, arbitrary: removal },
  { weight: 2, arbitrary: removalOfNewest },
  { weight: 2, arbitrary: reordering },
  { weight: 2, arbitrary: insertion },
  { weight: 1, arbitrary: rewriting },
  { weight: 1, arbitrary: records },
)
