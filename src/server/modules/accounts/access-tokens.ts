import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { scopesFor } from '#contract/token-scopes.ts'
import { TOKEN_CALLS_A_MINUTE } from '#domain/limits.ts'
import { TOKEN_PREFIX } from '#domain/token-scopes.ts'
import type { User } from '#server/model/user.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { notSignedIn, Refusal } from '#server/platform/http/refusal.ts'
import type { SignedInOptions } from '#server/platform/http/services.ts'
import type { Clock, Random } from '#server/platform/process/runtime.ts'
import { findToken, touchToken } from '#server/store/accounts/access-tokens.ts'
import { findUser } from '#server/store/accounts/session-rows.ts'

/** Access tokens in the header of a request. */
export interface AccessTokens {
  /** The user of a token. Refuses unknown and expired tokens, missing scopes, and more than so many requests. */
  readonly userOf: (connection: Connection, token: string, endpoint: SignedInOptions['endpoint']) => Promise<User>
  /** A new secret, with its hash and a name for lists. */
  readonly newSecret: () => { readonly token: string; readonly tokenHash: string; readonly tokenId: string }
}

const NO_TOKEN = 'No access token may do this. Log in on the page.'
const TOKEN_BYTES = 32
const ID_BYTES = 9
const MINUTE = 60_000
const COUNTED_MAX = 10_000

/** `minimumCell`: of the users, as of a reader. Counts of requests are in memory. */
export function createAccessTokens(
  database: Database,
  clock: Clock,
  random: Random,
  { minimumCell = 0 } = {},
): AccessTokens {
  const counts = new LRUCache<string, { readonly minute: number; readonly calls: number }>({ max: COUNTED_MAX })
  const touching = new Set<string>()

  const count = (hash: string, now: number) => {
    const minute = Math.floor(now / MINUTE)
    const counted = counts.get(hash)
    const calls = counted?.minute === minute ? counted.calls + 1 : 1
    counts.set(hash, { minute, calls })
    if (calls <= TOKEN_CALLS_A_MINUTE) return
    const seconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE - now) / 1000))
    throw new Refusal(429, `An access token may send ${TOKEN_CALLS_A_MINUTE} requests a minute.`, {
      headers: { 'retry-after': String(seconds) },
    })
  }
  // Not awaited: an import may hold the write lock for minutes.
  const touch = (hash: string, now: number) => {
    if (touching.has(hash)) return
    touching.add(hash)
    void withWriteLock(database, (tx) => touchToken(tx, hash, now))
      .catch(() => undefined)
      .finally(() => touching.delete(hash))
  }

  return {
    newSecret: () => {
      const token = TOKEN_PREFIX + Buffer.from(random(TOKEN_BYTES)).toString('base64url')
      return { token, tokenHash: hashOf(token), tokenId: Buffer.from(random(ID_BYTES)).toString('base64url') }
    },
    userOf: async (connection, token, endpoint) => {
      const hash = hashOf(token)
      const found = await findToken(connection, hash)
      const now = clock()
      if (!found || found.expires_at <= now) throw notSignedIn()
      const user = await findUser(connection, found.account_id)
      if (!user) throw notSignedIn()
      count(hash, now)
      requireScope(found.scopes, endpoint)
      if (found.used_at === null || now - found.used_at >= MINUTE) touch(hash, now)
      return { ...user, minimumCell, tokenId: found.token_id }
    },
  }
}

function requireScope(scopes: readonly string[], endpoint: SignedInOptions['endpoint']): void {
  const sufficient = endpoint ? scopesFor(endpoint) : []
  if (sufficient.some((scope) => scopes.includes(scope))) return
  const [scope] = sufficient
  const why = scope === undefined ? NO_TOKEN : `This access token lacks the scope “${scope}”.`
  throw new Refusal(403, why)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
