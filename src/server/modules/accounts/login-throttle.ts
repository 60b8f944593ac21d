import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/process/runtime.ts'

const FAILURES_ALLOWED = 10
const WINDOW_MILLISECONDS = 15 * 60_000
const KEYS_KEPT = 20_000

/** Counts failed logins per account and address: 10 in 15 minutes close the account to that address for a while. */
export interface LoginThrottle {
  /** Seconds until the next attempt is allowed; null where one is left. */
  readonly secondsToWait: (username: string, address: string) => number | null
  /** Counts an attempt as failed until it succeeds. Returns null, or the seconds to wait where none is left. */
  readonly attempt: (username: string, address: string) => number | null
  readonly succeeded: (username: string, address: string) => void
  /** Uncounts the latest attempt, whose password was right and whose second factor is still to come. */
  readonly withdraw: (username: string, address: string) => void
}

/** Keeps its counts in memory: a restart forgets them. */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failures = new LRUCache<string, number[]>({ max: KEYS_KEPT })

  function recent(key: string): number[] {
    const since = clock() - WINDOW_MILLISECONDS
    // Only an attempt counts as use: asking for the waiting time does not.
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
      // Counted before the password is checked: many guesses sent at once must not slip through together.
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

/** Of fixed length, whatever was typed as the user name. */
function keyOf(username: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([address, username]))
    .digest('base64')
}
