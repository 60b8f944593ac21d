import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { login } from '#contract/session.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { callerOf, type ServerEnvironment } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import type { Clock } from '#server/platform/process/runtime.ts'

const FAILURES_ALLOWED = 10
const WINDOW_MILLISECONDS = 15 * 60_000
const KEYS_MAX = 20_000

/** Rate limit of failed logins per account and address: 10 in 15 minutes lock the account for that address. */
export interface LoginThrottle {
  readonly secondsToWait: (username: string, address: string) => number | null
  /** Counts an attempt as failed until it succeeds. Returns null, or the seconds to wait once the limit is reached. */
  readonly attempt: (username: string, address: string) => number | null
  readonly succeeded: (username: string, address: string) => void
  /** Removes the latest attempt: the password was right, and the second factor is checked next. */
  readonly withdraw: (username: string, address: string) => void
}

/** Counts in memory: a restart resets them. */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failures = new LRUCache<string, number[]>({ max: KEYS_MAX })

  function recent(key: string): number[] {
    const since = clock() - WINDOW_MILLISECONDS
    // `peek`: reading the waiting time must not refresh the entry in the LRU cache.
    return (failures.peek(key) ?? []).filter((time) => time > since)
  }

  function secondsToWait(times: readonly number[]): number | null {
    const [oldest] = times
    if (oldest === undefined || times.length < FAILURES_ALLOWED) return null
    return Math.max(1, Math.ceil((oldest + WINDOW_MILLISECONDS - clock()) / 1000))
  }

  return {
    secondsToWait: (username, address) => secondsToWait(recent(keyOf(username, address))),
    attempt: (username, address) => {
      const key = keyOf(username, address)
      const times = recent(key)
      const wait = secondsToWait(times)
      if (wait !== null) return wait
      // Counted before the password check, so that concurrent guesses cannot exceed the limit.
      failures.set(key, [...times, clock()])
      return null
    },
    succeeded: (username, address) => {
      failures.delete(keyOf(username, address))
    },
    withdraw: (username, address) => {
      const key = keyOf(username, address)
      const times = recent(key).slice(0, -1)
      if (times.length > 0) failures.set(key, times)
      else failures.delete(key)
    },
  }
}

/** Hashed to a fixed length, because a typed user name may be long. */
function keyOf(username: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([address, username]))
    .digest('base64')
}

/** Key of the count that ignores the address. */
export const ANYWHERE = 'anywhere'

/** Counts an attempt with a password as failed until it succeeds; beyond the limit, refuses and audits it. */
export function refuseThrottled<Input>(
  { context, services: { throttle, settings, log } }: Incoming<Input, AccountServices>,
  username: string,
  countedAt?: typeof ANYWHERE,
): void {
  const { address } = callerOf(context, settings)
  const wait = throttle.attempt(username, countedAt ?? address)
  if (wait === null) return
  log.warn({ address, path: context.req.path, wait }, 'too many failed passwords or codes')
  throw new Refusal(429, 'Too many failed logins. Please try again later.', {
    headers: { 'retry-after': String(wait) },
  })
}

/**
 * Waits in the password queue before the login takes a database connection, so that waiting attempts hold none.
 * Malformed logins and locked accounts skip the queue: they are refused.
 */
export function awaitPasswordSlot(
  services: Pick<AccountServices, 'passwordQueue' | 'throttle' | 'settings'>,
): MiddlewareHandler<ServerEnvironment> {
  const { passwordQueue, throttle, settings } = services
  return async (context, next) => {
    const { address } = callerOf(context, settings)
    const username = usernameIn(await context.req.text())
    if (username === null || throttle.secondsToWait(username, address) !== null) return next()
    const end = await passwordQueue.acquire({ username, address }, context.req.raw.signal)
    context.set('releasePasswordSlot', end)
    try {
      await next()
    } finally {
      end()
    }
  }
}

function usernameIn(body: string): string | null {
  try {
    const parsed = v.safeParse(login.input, JSON.parse(body))
    return parsed.success ? parsed.output.username : null
  } catch {
    return null
  }
}
