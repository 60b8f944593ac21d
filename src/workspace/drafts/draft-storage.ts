import * as v from 'valibot'

/** A draft as the browser keeps it. */
export interface StoredDraft {
  /** The project that was current when it was begun, if that was known. */
  readonly projectId: number | null
  readonly value: unknown
  /** What of it was applied last, in words of whoever builds it. */
  readonly applied?: string | undefined
}

const Stored = v.object({
  projectId: v.nullable(v.number()),
  at: v.number(),
  value: v.unknown(),
  applied: v.optional(v.string()),
})
const KEPT = 40

function keyOf(username: string, id: string): string {
  return `draft:${username}:${id}`
}

function read(key: string): v.InferOutput<typeof Stored> | null {
  try {
    const stored = v.safeParse(Stored, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

/** The draft of that name that a user of this browser left; null where there is none, or none that can be read. */
export function readDraft(username: string, id: string): StoredDraft | null {
  return read(keyOf(username, id))
}

/** Keeps a draft; of very many the oldest make way. */
export function writeDraft(
  username: string,
  id: string,
  { projectId, value, applied }: StoredDraft,
  now: number,
): void {
  try {
    const key = keyOf(username, id)
    if (localStorage.getItem(key) === null) forgetOldest(username)
    localStorage.setItem(key, JSON.stringify({ projectId, at: now, value, applied }))
  } catch {
    // A browser that keeps nothing loses drafts on reload, and that is all.
  }
}

/** Lets go of a draft that became something, or nothing. */
export function removeDraft(username: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(username, id))
  } catch {
    // There is nothing to remove where nothing is kept.
  }
}

/** Lets go of all drafts of a user. */
export function removeDraftsOf(username: string): void {
  try {
    for (const key of keysOf(username)) localStorage.removeItem(key)
  } catch {
    // There is nothing to remove where nothing is kept.
  }
}

function keysOf(username: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(keyOf(username, '')))
}

function forgetOldest(username: string): void {
  const keys = keysOf(username)
  if (keys.length < KEPT) return
  const byAge = keys.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const key of byAge.slice(0, keys.length - KEPT + 1)) localStorage.removeItem(key)
}
