import { createHash } from 'node:crypto'
import { SESSION_IDLE_SECONDS, SESSION_LONGEST_SECONDS } from '#domain/limits.ts'
import type { User } from '#server/accounts/user.ts'
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  findSession,
  insertSession,
  touchSession,
} from '#server/queries/sessions.ts'
import type { Clock, Random } from '#server/services.ts'
import { inTurn, type Connection, type Database } from '#server/storage/database.ts'

const IDLE_MILLISECONDS = SESSION_IDLE_SECONDS * 1000
const ABSOLUTE_MILLISECONDS = SESSION_LONGEST_SECONDS * 1000
/** How far the time that is stored may lag behind the last call. */
const TOUCH_MILLISECONDS = 60_000
const TOKEN_BYTES = 32

/** Who is signed in. The token is known to the browser alone; the database holds its hash. */
export interface Sessions {
  /** Begins a session in place of the one before it, within a transaction that only adds; answers its token. */
  readonly begin: (connection: Connection, accountId: number, before: string | null) => Promise<string>
  readonly userOf: (connection: Connection, token: string) => Promise<User | null>
  /** How long a session goes on at most. */
  readonly secondsLeft: (connection: Connection, token: string) => Promise<number>
  /** Ends the account's sessions but that of the token. */
  readonly endOthers: (connection: Connection, accountId: number, token: string) => Promise<void>
  /** Ends a session at once, and for good when it has its turn. */
  readonly end: (token: string) => Promise<void>
}

/** Sessions by the hash of their tokens; when one was last used is written down now and then, not at every call. */
export function createSessions(database: Database, clock: Clock, random: Random): Sessions {
  const lastSeen = new Map<string, number>()
  /** Sessions that are over, though the database may not know it yet. */
  const ended = new Set<string>()
  const touching = new Set<string>()
  // Nobody waits for it: the turn may be an import's for minutes, in which people go on reading.
  const touch = (hash: string, now: number) => {
    if (touching.has(hash)) return
    touching.add(hash)
    void inTurn(database, (own) => touchSession(own, hash, now))
      .catch(() => undefined)
      .finally(() => touching.delete(hash))
  }

  /** Ends a session, if there is one, and lets go of those that ended by themselves. */
  const end = async (token: string | null) => {
    const hash = token === null ? null : hashOf(token)
    if (hash !== null) {
      ended.add(hash)
      lastSeen.delete(hash)
    }
    // Of now, not of when its turn comes: what was used meanwhile is written down later still.
    const now = clock()
    await inTurn(database, async (own) => {
      await deleteExpiredSessions(own, now - IDLE_MILLISECONDS, now - ABSOLUTE_MILLISECONDS)
      if (hash !== null) await deleteSession(own, hash)
    })
    if (hash !== null) ended.delete(hash)
  }

  return {
    begin: async (connection, accountId, before) => {
      const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url')
      const now = clock()
      await insertSession(connection, hashOf(token), accountId, now)
      // Nobody waits for it, as the turn may be an import's: whoever signs in is not kept out by it.
      void end(before).catch(() => undefined)
      for (const [hash, seenAt] of lastSeen) if (seenAt < now - IDLE_MILLISECONDS) lastSeen.delete(hash)
      return token
    },

    userOf: async (connection, token) => {
      const hash = hashOf(token)
      if (ended.has(hash)) return null
      const found = await findSession(connection, hash)
      if (!found) return null
      const now = clock()
      const seenAt = Math.max(found.seenAt, lastSeen.get(hash) ?? 0)
      if (now - seenAt >= IDLE_MILLISECONDS || now - found.createdAt >= ABSOLUTE_MILLISECONDS) return null
      lastSeen.set(hash, now)
      if (now - found.seenAt >= TOUCH_MILLISECONDS) {
        touch(hash, now)
      }
      return found.user
    },

    secondsLeft: async (connection, token) => {
      const found = await findSession(connection, hashOf(token))
      return found ? Math.max(0, Math.ceil((found.createdAt + ABSOLUTE_MILLISECONDS - clock()) / 1000)) : 0
    },

    endOthers: (connection, accountId, token) => deleteOtherSessions(connection, accountId, hashOf(token)),

    end,
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
