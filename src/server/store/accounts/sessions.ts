import { createHash } from 'node:crypto'
import { SESSION_IDLE_SECONDS, SESSION_LONGEST_SECONDS } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  findSession,
  findUser,
  insertSession,
  type FoundSession,
  type NewSession,
  sessionsOf,
  touchSession,
} from '#server/store/accounts/session-rows.ts'
import type { Clock, Random } from '#server/platform/process/runtime.ts'
import { withWriteLock, type Connection, type Database } from '#server/platform/db/database.ts'
import { LRUCache } from 'lru-cache'

const IDLE_MILLISECONDS = SESSION_IDLE_SECONDS * 1000
const ABSOLUTE_MILLISECONDS = SESSION_LONGEST_SECONDS * 1000
/** How far the time that is stored may lag behind the last call. */
const TOUCH_MILLISECONDS = 60_000
const TOKEN_BYTES = 32

/** Who is signed in. The token is known to the browser alone; the database holds its hash. */
export interface Sessions {
  /** Begins a session in place of the one before it, within a transaction that only adds; answers its token. */
  readonly begin: (connection: Connection, begun: BegunSession, before: string | null) => Promise<string>
  /** Begins one that is not stored, where the disk is full; answers its token. */
  readonly beginInMemory: (begun: BegunSession, before: string | null) => string
  readonly userOf: (connection: Connection, token: string) => Promise<User | null>
  /** How long a session goes on at most. */
  readonly secondsLeft: (connection: Connection, token: string) => Promise<number>
  /** The sessions of an account that are not over, one’s own first, then the one used last. */
  readonly listOf: (connection: Connection, accountId: number, token: string | null) => Promise<OwnSession[]>
  /** Ends the account's sessions but that of the token; answers how many. */
  readonly endOthers: (connection: Connection, accountId: number, token: string) => Promise<number>
  /** Ends one of the account's sessions; false where there is none of that id. */
  readonly endById: (connection: Connection, accountId: number, sessionId: string) => Promise<boolean>
  /** Ends a session at once, and for good when it has its turn. */
  readonly end: (token: string) => Promise<void>
}

export type BegunSession = Omit<NewSession, 'tokenHash'>

/** A session as its owner sees it: by an id that opens nothing. */
export interface OwnSession {
  readonly session_id: string
  /** Null where the session is older than what is written down of it. */
  readonly program: string | null
  readonly begun_at: string
  readonly used_at: string
  readonly is_own: boolean
}

const ID_LENGTH = 16

/** Sessions by the hash of their tokens; when one was last used is written down now and then, not at every call. */
export function createSessions(database: Database, clock: Clock, random: Random): Sessions {
  const lastSeen = new Map<string, number>()
  /** Sessions that are over, though the database may not know it yet. */
  const ended = new Set<string>()
  const inMemory = createSessionsInMemory()
  const touching = new Set<string>()
  /** Stores when a session was last used, and the session itself where the disk had no room for it. */
  const storeUse = async (own: Connection, hash: string, now: number) => {
    const held = inMemory.find(hash)
    if (held) await insertSession(own, { ...held, tokenHash: hash }, held.createdAt)
    await touchSession(own, hash, now)
  }
  // Nobody waits for it: the turn may be an import's for minutes, in which people go on reading.
  const touch = (hash: string, now: number) => {
    if (touching.has(hash)) return
    touching.add(hash)
    void withWriteLock(database, (own) => storeUse(own, hash, now))
      .then(() => inMemory.end(hash))
      .catch(() => undefined)
      .finally(() => touching.delete(hash))
  }

  /** Ends a session, if there is one, and lets go of those that ended by themselves. */
  const end = async (token: string | null) => {
    const hash = token === null ? null : hashOf(token)
    if (hash !== null) {
      lastSeen.delete(hash)
      inMemory.end(hash)
      ended.add(hash)
    }
    // Those that a full disk kept from being deleted before are tried again.
    const over = [...ended]
    // Of now, not of when its turn comes: what was used meanwhile is written down later still.
    const now = clock()
    await withWriteLock(database, async (own) => {
      await deleteExpiredSessions(own, now - IDLE_MILLISECONDS, now - ABSOLUTE_MILLISECONDS)
      for (const one of over) await deleteSession(own, one)
    })
    for (const one of over) ended.delete(one)
  }

  const find = async (connection: Connection, hash: string): Promise<FoundSession | null> => {
    const held = inMemory.find(hash)
    if (held === null) return findSession(connection, hash)
    const user = await findUser(connection, held.accountId)
    return user && { user, createdAt: held.createdAt, seenAt: held.seenAt }
  }
  const newToken = () => Buffer.from(random(TOKEN_BYTES)).toString('base64url')

  return {
    beginInMemory: (begun, before) => {
      const token = newToken()
      inMemory.begin(hashOf(token), begun, clock())
      void end(before).catch(() => undefined)
      return token
    },

    begin: async (connection, begun, before) => {
      const token = newToken()
      const now = clock()
      await insertSession(connection, { ...begun, tokenHash: hashOf(token) }, now)
      // Nobody waits for it, as the turn may be an import's: whoever signs in is not kept out by it.
      void end(before).catch(() => undefined)
      for (const [hash, seenAt] of lastSeen) if (seenAt < now - IDLE_MILLISECONDS) lastSeen.delete(hash)
      return token
    },

    userOf: async (connection, token) => {
      const hash = hashOf(token)
      if (ended.has(hash)) return null
      const found = await find(connection, hash)
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
      const found = await find(connection, hashOf(token))
      return found ? Math.max(0, Math.ceil((found.createdAt + ABSOLUTE_MILLISECONDS - clock()) / 1000)) : 0
    },

    listOf: async (connection, accountId, token) => {
      const own = token === null ? null : hashOf(token)
      const now = clock()
      const held = inMemory.of(accountId).map(([hash, { program, createdAt, seenAt }]) => {
        return { token_hash: hash, program, created_at: createdAt, seen_at: seenAt }
      })
      const listed = [...(await sessionsOf(connection, accountId)), ...held].flatMap((kept) => {
        const { token_hash: hash, program, created_at, seen_at } = kept
        const usedAt = Math.max(seen_at, lastSeen.get(hash) ?? 0)
        const isOver = ended.has(hash) || now - usedAt >= IDLE_MILLISECONDS || now - created_at >= ABSOLUTE_MILLISECONDS
        return isOver ? [] : [{ hash, program, created_at, usedAt }]
      })
      return listed
        .toSorted((one, other) => Number(other.hash === own) - Number(one.hash === own) || other.usedAt - one.usedAt)
        .map(({ hash, program, created_at, usedAt }) => ({
          session_id: hash.slice(0, ID_LENGTH),
          program,
          begun_at: new Date(created_at).toISOString(),
          used_at: new Date(usedAt).toISOString(),
          is_own: hash === own,
        }))
    },

    endById: async (connection, accountId, sessionId) => {
      const held = inMemory.of(accountId).find(([hash]) => hash.slice(0, ID_LENGTH) === sessionId)
      if (held) {
        ended.add(held[0])
        return inMemory.end(held[0])
      }
      const found = (await sessionsOf(connection, accountId)).find(
        ({ token_hash: hash }) => hash.slice(0, ID_LENGTH) === sessionId,
      )
      if (found) await deleteSession(connection, found.token_hash)
      return found !== undefined
    },

    endOthers: async (connection, accountId, token) => {
      const own = hashOf(token)
      const others = inMemory.of(accountId).filter(([hash]) => hash !== own)
      for (const [hash] of others) {
        ended.add(hash)
        inMemory.end(hash)
      }
      return others.length + (await deleteOtherSessions(connection, accountId, own))
    },

    end,
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const KEPT = 1_000

/** A session that a full disk has no room for. */
export interface HeldSession extends BegunSession {
  readonly createdAt: number
  readonly seenAt: number
}

/** Sessions that could not be stored, by the hash of their tokens. They end with the server at the latest. */
export interface SessionsInMemory {
  readonly begin: (hash: string, begun: BegunSession, now: number) => void
  readonly find: (hash: string) => HeldSession | null
  readonly of: (accountId: number) => readonly (readonly [hash: string, session: HeldSession])[]
  readonly end: (hash: string) => boolean
}

/** Holds the 1,000 that were used last. */
export function createSessionsInMemory(): SessionsInMemory {
  const held = new LRUCache<string, HeldSession>({ max: KEPT })
  return {
    begin: (hash, begun, now) => {
      held.set(hash, { ...begun, createdAt: now, seenAt: now })
    },
    find: (hash) => held.get(hash) ?? null,
    of: (accountId) => [...held].filter(([, session]) => session.accountId === accountId),
    end: (hash) => held.delete(hash),
  }
}
