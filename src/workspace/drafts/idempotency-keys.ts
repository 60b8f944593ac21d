import * as v from 'valibot'

/** The lifetime of idempotency keys on the server. */
const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000

const StoredKeys = v.object({ key: v.string(), at: v.number() })

function placeOf(username: string, change: string): string {
  return `change:${username}:${change}`
}

/**
 * Idempotency keys of changes with an unknown outcome, in localStorage like drafts. Saving a draft again after a reload
 * reuses its key, so it is saved once.
 */
export function idempotencyKeyStore(usernameNow: () => string | null, now: () => number) {
  const ofPage = new Map<string, string>()
  const place = (change: string) => placeOf(usernameNow() ?? '', change)
  return {
    get: (change: string): string | undefined => {
      const kept = read(place(change))
      return kept && now() - kept.at < LIFETIME_MILLISECONDS ? kept.key : ofPage.get(place(change))
    },
    set: (change: string, key: string): void => {
      ofPage.set(place(change), key)
      try {
        forgetOld(now())
        localStorage.setItem(place(change), JSON.stringify({ key, at: now() }))
      } catch {}
    },
    delete: (change: string): void => {
      ofPage.delete(place(change))
      try {
        localStorage.removeItem(place(change))
      } catch {
        // Without localStorage there is nothing to delete.
      }
    },
  }
}

/** Deletes all keys of a user. */
export function removeIdempotencyKeysOf(username: string): void {
  try {
    for (const place of placesOf(placeOf(username, ''))) localStorage.removeItem(place)
  } catch {
    // Without localStorage there is nothing to delete.
  }
}

function forgetOld(now: number): void {
  for (const place of placesOf('change:')) {
    if (now - (read(place)?.at ?? 0) >= LIFETIME_MILLISECONDS) localStorage.removeItem(place)
  }
}

function placesOf(beginning: string): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith(beginning))
}

function read(place: string): v.InferOutput<typeof StoredKeys> | null {
  try {
    const kept = v.safeParse(StoredKeys, JSON.parse(localStorage.getItem(place) ?? 'null'))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}
