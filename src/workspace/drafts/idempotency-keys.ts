import * as v from 'valibot'

/** The lifetime of idempotency keys on the server. */
const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000

const StoredKey = v.object({ key: v.string(), at: v.number() })

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
      const kept = readStored(place(change), StoredKey)
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
      removeStored(place(change))
    },
  }
}

/** Deletes all keys of a user. */
export function removeIdempotencyKeysOf(username: string): void {
  removeAllStored(placeOf(username, ''))
}

function forgetOld(now: number): void {
  for (const place of storedKeys('change:')) {
    if (now - (readStored(place, StoredKey)?.at ?? 0) >= LIFETIME_MILLISECONDS) localStorage.removeItem(place)
  }
}

/** A value in localStorage; null if missing or invalid. */
export function readStored<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | null {
  try {
    const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

/** Without localStorage there is nothing to delete. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

export function removeAllStored(prefix: string): void {
  try {
    for (const key of storedKeys(prefix)) localStorage.removeItem(key)
  } catch {}
}

/** Throws without localStorage. */
export function storedKeys(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
