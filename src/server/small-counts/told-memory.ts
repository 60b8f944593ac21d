import * as v from 'valibot'
import type { PeopleBits } from '#server/small-counts/people-bits.ts'
import { perAnswersVersion, versionsWhileLent } from '#server/storage/data-version.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** Sets of people that are remembered of one account, and such accounts: 14 kB a set of 106,466 people. */
const SETS_KEPT = 64
const ACCOUNTS_KEPT = 100

/** Some people whose numbers an account was told, but for those of some origins and collections. */
export interface ToldSet {
  readonly bits: PeopleBits
  /** The keys of those of which it was not told. */
  readonly untold: ReadonlySet<string>
}

/** What each account was told of the answers as they are, whatever the catalog says of them by now. */
export interface ToldMemory {
  readonly of: (connection: Connection, accountId: number) => Promise<readonly ToldSet[]>
  readonly add: (connection: Connection, accountId: number, sets: readonly ToldSet[]) => Promise<void>
  /** Runs `work` while no other server asks what the account was told. */
  readonly alone: <Result>(connection: Connection, accountId: number, work: () => Promise<Result>) => Promise<Result>
}

/** Remembers for as long as this server runs. */
export function toldInMemory(): ToldMemory {
  const perVersion = perAnswersVersion(async () => new Map<number, readonly ToldSet[]>())
  return {
    of: async (connection, accountId) => (await perVersion(connection)).get(accountId) ?? [],
    add: async (connection, accountId, sets) => {
      const told = await perVersion(connection)
      const now = [...(told.get(accountId) ?? []), ...sets].slice(-SETS_KEPT)
      // Who was told last stands last.
      told.delete(accountId)
      told.set(accountId, now)
      const [oldest] = told.keys()
      if (told.size > ACCOUNTS_KEPT && oldest !== undefined) told.delete(oldest)
    },
    alone: (_connection, _accountId, work) => work(),
  }
}

const Row = v.object({ bits: v.string(), untold: v.pipe(v.string(), v.parseJson(), v.array(v.string())) })
/** Which kind of lock; the account says which one. */
const LOCK = 4_739_202

/**
 * Remembers in the database for all of the servers that share it: together they tell no more than one would. The
 * column `data_version` holds the version of the answers.
 */
export function toldInDatabase(): ToldMemory {
  return {
    of: async (connection, accountId) => {
      const { answers } = await versionsWhileLent(connection)
      const rows = await rowsOf(
        connection,
        Row,
        `SELECT bits, untold FROM told_set WHERE account_id = $1 AND data_version = $2 ORDER BY told_no DESC LIMIT ${SETS_KEPT}`,
        [accountId, answers],
      )
      return rows.map(({ bits, untold }) => ({ bits: bitsOf(bits), untold: new Set(untold) }))
    },
    add: async (connection, accountId, sets) => {
      const { answers } = await versionsWhileLent(connection)
      for (const { bits, untold } of sets) {
        await connection.run(`INSERT INTO told_set (account_id, data_version, bits, untold) VALUES ($1, $2, $3, $4)`, [
          accountId,
          answers,
          textOf(bits),
          JSON.stringify([...untold]),
        ])
      }
      await connection.run(
        `DELETE FROM told_set WHERE account_id = $1 AND (data_version <> $2 OR told_no <= (
           SELECT told_no FROM told_set WHERE account_id = $1 ORDER BY told_no DESC LIMIT 1 OFFSET ${SETS_KEPT}))`,
        [accountId, answers],
      )
    },
    alone: async (connection, accountId, work) => {
      await connection.run(`SELECT pg_advisory_lock(${LOCK}, CAST($1 AS INTEGER))`, [accountId])
      try {
        return await work()
      } finally {
        await connection.run(`SELECT pg_advisory_unlock(${LOCK}, CAST($1 AS INTEGER))`, [accountId])
      }
    },
  }
}

function textOf({ buffer, byteOffset, byteLength }: PeopleBits): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function bitsOf(text: string): PeopleBits {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return new Uint32Array(bytes.buffer)
}
