import { LRUCache } from 'lru-cache'
import type { BegunSession } from '#server/store/accounts/sessions.ts'

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
