import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_SECONDS, SESSION_LONGEST_SECONDS } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import type { Clock, Random } from '#server/platform/process/runtime.ts'
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

const IDLE_MILLISECONDS = SESSION_IDLE_SECONDS * 1000
const ABSOLUTE_MILLISECONDS = SESSION_LONGEST_SECONDS * 1000
/** Maximum delay of the stored time of last use. */
const TOUCH_MILLISECONDS = 60_000
const TOKEN_BYTES = 32

/** Sessions. Only the browser holds the token; the database stores its hash. */
export interface Sessions {
  /** Begins a session in a transaction that only inserts; returns the token. */
  readonly begin: (connection: Connection, begun: BegunSession) => Promise<string>
  /** Begins a session in memory if the disk is full; returns the token. */
  readonly beginInMemory: (begun: BegunSession) => string
  readonly userOf: (connection: Connection, token: string) => Promise<User | null>
  /** The begin of a session in epoch milliseconds; null if there is none. */
  readonly begunAt: (connection: Connection, token: string) => Promise<number | null>
  /** Remaining lifetime of a session at most. */
  readonly secondsLeft: (connection: Connection, token: string) => Promise<number>
  /** Active sessions of an account: the current one first, then by last use. */
  readonly listOf: (connection: Connection, accountId: number, token: string | null) => Promise<OwnSession[]>
  /** Ends all other sessions of the account; returns their number. */
  readonly endOthers: (connection: Connection, accountId: number, token: string) => Promise<number>
  /**
   * Ends other sessions that a login stored while a change of the credentials ended all that it saw; call it after the
   * commit of that change. Returns their number.
   */
  readonly endConcurrent: (connection: Connection, accountId: number, token: string) => Promise<number>
  /** Ends one session of the account; false if the id is unknown. */
  readonly endById: (connection: Connection, accountId: number, sessionId: string) => Promise<boolean>
  /** Ends a session, if any, at once in memory, and in the database under the write lock; expired ones too. */
  readonly end: (token: string | null) => Promise<void>
  /** Whether the session has ended in memory, and the database may still hold it. */
  readonly isUnstoredEnd: (token: string) => boolean
}

export type BegunSession = Omit<NewSession, 'tokenHash'>

/** A session as listed to its owner: its id grants no access. */
export interface OwnSession {
  readonly session_id: string
  /** Null for sessions of versions that did not record it. */
  readonly program: string | null
  readonly begun_at: string
  readonly used_at: string
  readonly is_own: boolean
}

const ID_LENGTH = 16

/**
 * Caches sessions by token hash. The time of last use is stored at intervals, not at every request. `minimumCell`: of
 * the users, as of a reader.
 */
export function createSessions(database: Database, clock: Clock, random: Random, { minimumCell = 0 } = {}): Sessions {
  const lastSeen = new Map<string, number>()
  /** Ended sessions that the database may still hold. */
  const ended = new Set<string>()
  const inMemory = createSessionsInMemory()
  const touching = new Set<string>()
  /** Stores the time of last use, and the session itself if the disk was full before. */
  const storeUse = async (tx: Connection, hash: string, now: number) => {
    const held = inMemory.find(hash)
    // An earlier attempt may have stored it without learning so.
    if (held && !(await findSession(tx, hash))) await insertSession(tx, { ...held, tokenHash: hash }, held.createdAt)
    await touchSession(tx, hash, now)
  }
  // Not awaited: an import may hold the write lock for minutes.
  const touch = (hash: string, now: number) => {
    if (touching.has(hash)) return
    touching.add(hash)
    void withWriteLock(database, (tx) => storeUse(tx, hash, now))
      .then(() => inMemory.end(hash))
      .catch(() => undefined)
      .finally(() => touching.delete(hash))
  }

  const end = async (token: string | null) => {
    const hash = token === null ? null : hashOf(token)
    if (hash !== null) {
      lastSeen.delete(hash)
      inMemory.end(hash)
      ended.add(hash)
    }
    // Retries deletions that failed on a full disk.
    const over = [...ended]
    // Uses the time of the request, not of the write: later uses are stored later.
    const now = clock()
    await withWriteLock(database, async (tx) => {
      await deleteExpiredSessions(tx, now - IDLE_MILLISECONDS, now - ABSOLUTE_MILLISECONDS)
      for (const one of over) await deleteSession(tx, one)
    })
    for (const one of over) ended.delete(one)
  }

  const find = async (connection: Connection, hash: string): Promise<FoundSession | null> => {
    const held = inMemory.find(hash)
    if (held === null) return findSession(connection, hash)
    const user = await findUser(connection, held.accountId)
    return user && { user, createdAt: held.createdAt, seenAt: held.seenAt }
  }
  const endOthers = async (connection: Connection, accountId: number, token: string) => {
    const ownHash = hashOf(token)
    const others = inMemory.ofAccount(accountId).filter(([hash]) => hash !== ownHash)
    for (const [hash] of others) {
      ended.add(hash)
      inMemory.end(hash)
    }
    return others.length + (await deleteOtherSessions(connection, accountId, ownHash))
  }
  const newToken = () => Buffer.from(random(TOKEN_BYTES)).toString('base64url')

  return {
    beginInMemory: (begun) => {
      const token = newToken()
      inMemory.begin(hashOf(token), begun, clock())
      return token
    },

    begin: async (connection, begun) => {
      const token = newToken()
      const now = clock()
      await insertSession(connection, { ...begun, tokenHash: hashOf(token) }, now)
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
      return { ...found.user, minimumCell }
    },

    begunAt: async (connection, token) => (await find(connection, hashOf(token)))?.createdAt ?? null,

    secondsLeft: async (connection, token) => {
      const found = await find(connection, hashOf(token))
      return found ? Math.max(0, Math.ceil((found.createdAt + ABSOLUTE_MILLISECONDS - clock()) / 1000)) : 0
    },

    listOf: async (connection, accountId, token) => {
      const ownHash = token === null ? null : hashOf(token)
      const now = clock()
      const stored = await sessionsOf(connection, accountId)
      const held = inMemory
        .ofAccount(accountId)
        .filter(([hash]) => stored.every(({ token_hash }) => token_hash !== hash))
        .map(([hash, { program, createdAt, seenAt }]) => {
          return { token_hash: hash, program, created_at: createdAt, seen_at: seenAt }
        })
      const listed = [...stored, ...held].flatMap((kept) => {
        const { token_hash: hash, program, created_at, seen_at } = kept
        const usedAt = Math.max(seen_at, lastSeen.get(hash) ?? 0)
        const isOver = ended.has(hash) || now - usedAt >= IDLE_MILLISECONDS || now - created_at >= ABSOLUTE_MILLISECONDS
        return isOver ? [] : [{ hash, program, created_at, usedAt }]
      })
      return listed
        .toSorted(
          (one, other) => Number(other.hash === ownHash) - Number(one.hash === ownHash) || other.usedAt - one.usedAt,
        )
        .map(({ hash, program, created_at, usedAt }) => ({
          session_id: hash.slice(0, ID_LENGTH),
          program,
          begun_at: new Date(created_at).toISOString(),
          used_at: new Date(usedAt).toISOString(),
          is_own: hash === ownHash,
        }))
    },

    endById: async (connection, accountId, sessionId) => {
      const isIt = (hash: string) => hash.slice(0, ID_LENGTH) === sessionId
      const [held] = inMemory.ofAccount(accountId).find(([hash]) => isIt(hash)) ?? []
      if (held !== undefined) {
        ended.add(held)
        inMemory.end(held)
      }
      // One in memory may be stored as well, if the result of its commit was lost.
      const stored = (await sessionsOf(connection, accountId)).find(({ token_hash: hash }) => isIt(hash))
      if (stored) await deleteSession(connection, stored.token_hash)
      return held !== undefined || stored !== undefined
    },

    endOthers,

    endConcurrent: async (connection, accountId, token) => {
      const ownHash = hashOf(token)
      const stored = (await sessionsOf(connection, accountId)).map(({ token_hash: hash }) => hash)
      const others = [...stored, ...inMemory.ofAccount(accountId).map(([hash]) => hash)].filter(
        (hash) => hash !== ownHash,
      )
      if (others.length === 0) return 0
      for (const hash of others) ended.add(hash)
      return withWriteLock(database, (locked) => endOthers(locked, accountId, token))
    },

    end,
    isUnstoredEnd: (token) => ended.has(hashOf(token)),
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const KEPT = 1_000

/** A session that could not be stored because the disk was full. */
export interface HeldSession extends BegunSession {
  readonly createdAt: number
  readonly seenAt: number
}

/** Sessions that could not be stored, by token hash. They end with the process at the latest. */
export interface SessionsInMemory {
  readonly begin: (hash: string, begun: BegunSession, now: number) => void
  readonly find: (hash: string) => HeldSession | null
  readonly ofAccount: (accountId: number) => readonly (readonly [hash: string, session: HeldSession])[]
  readonly end: (hash: string) => boolean
}

/** An LRU cache of 1,000 sessions. */
export function createSessionsInMemory(): SessionsInMemory {
  const held = new LRUCache<string, HeldSession>({ max: KEPT })
  return {
    begin: (hash, begun, now) => {
      held.set(hash, { ...begun, createdAt: now, seenAt: now })
    },
    find: (hash) => held.get(hash) ?? null,
    ofAccount: (accountId) => [...held].filter(([, session]) => session.accountId === accountId),
    end: (hash) => held.delete(hash),
  }
}
