import * as v from 'valibot'

/** So long the server tells by its key what it has done already. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000

const Kept = v.object({ key: v.string(), at: v.number() })

function placeOf(username: string, change: string): string {
  return `change:${username}:${change}`
}

/**
 * The keys of a user's changes of which nobody knows whether they were done, kept in this browser as drafts are: a draft
 * that is saved once more after a reload is saved by the same key, and so not twice.
 */
export function keptChangeKeys(usernameNow: () => string | null, now: () => number) {
  const ofPage = new Map<string, string>()
  const place = (change: string) => placeOf(usernameNow() ?? '', change)
  return {
    get: (change: string): string | undefined => {
      const kept = read(place(change))
      return kept && now() - kept.at < KEPT_MILLISECONDS ? kept.key : ofPage.get(place(change))
    },
    set: (change: string, key: string): void => {
      ofPage.set(place(change), key)
      try {
        forgetOld(now())
        localStorage.setItem(place(change), JSON.stringify({ key, at: now() }))
      } catch {
        // A browser that keeps nothing loses keys on reload, as it loses drafts.
      }
    },
    delete: (change: string): void => {
      ofPage.delete(place(change))
      try {
        localStorage.removeItem(place(change))
      } catch {
        // There is nothing to remove where nothing is kept.
      }
    },
  }
}

/** Lets go of all keys of a user. */
export function removeChangeKeysOf(username: string): void {
  try {
    for (const place of placesOf(placeOf(username, ''))) localStorage.removeItem(place)
  } catch {
    // There is nothing to remove where nothing is kept.
  }
}

function forgetOld(now: number): void {
  for (const place of placesOf('change:')) {
    if (now - (read(place)?.at ?? 0) >= KEPT_MILLISECONDS) localStorage.removeItem(place)
  }
}

function placesOf(beginning: string): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith(beginning))
}

function read(place: string): v.InferOutput<typeof Kept> | null {
  try {
    const kept = v.safeParse(Kept, JSON.parse(localStorage.getItem(place) ?? 'null'))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}
