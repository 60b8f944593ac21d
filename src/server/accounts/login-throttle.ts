import type { Clock } from '#server/services.ts'

const FAILURES_ALLOWED = 10
const WINDOW_MILLISECONDS = 15 * 60_000
const KEYS_KEPT = 20_000

/** Counts failed logins of an account from an address; ten in 15 minutes close it to that address for a while. */
export interface LoginThrottle {
  /** Counts an attempt as failed until it succeeds. Answers null, or the seconds to wait where none is left. */
  readonly attempt: (username: string, address: string) => number | null
  readonly succeeded: (username: string, address: string) => void
}

/** Keeps its counts in memory: a restart forgets them. */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failures = new Map<string, number[]>()

  function recent(key: string): number[] {
    const since = clock() - WINDOW_MILLISECONDS
    return (failures.get(key) ?? []).filter((time) => time > since)
  }

  function forgetOldest(): void {
    for (const key of failures.keys()) {
      if (failures.size <= KEYS_KEPT) return
      failures.delete(key)
    }
  }

  return {
    attempt: (username, address) => {
      const key = keyOf(username, address)
      const times = recent(key)
      const [oldest] = times
      if (oldest !== undefined && times.length >= FAILURES_ALLOWED) {
        return Math.max(1, Math.ceil((oldest + WINDOW_MILLISECONDS - clock()) / 1000))
      }
      // Counted before the password is checked: many guesses sent at once must not slip through together.
      failures.delete(key)
      failures.set(key, [...times, clock()])
      forgetOldest()
      return null
    },
    succeeded: (username, address) => {
      failures.delete(keyOf(username, address))
    },
  }
}

function keyOf(username: string, address: string): string {
  return JSON.stringify([address, username])
}
