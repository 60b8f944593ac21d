import * as v from 'valibot'

/** A draft in localStorage. */
export interface StoredDraft {
  /** The current project when the draft was started, if known. */
  readonly projectId: number | null
  readonly value: unknown
  /** Identifies the last applied state, in the builder's own terms. */
  readonly applied?: string | undefined
}

const Stored = v.object({
  projectId: v.nullable(v.number()),
  at: v.number(),
  value: v.unknown(),
  applied: v.optional(v.string()),
})
const DRAFTS_MAX = 40

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

/** A stored draft of this user; null if missing or invalid. */
export function readDraft(username: string, id: string): StoredDraft | null {
  return read(keyOf(username, id))
}

/** Stores a draft; beyond the limit the oldest ones are deleted. */
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
    // Without localStorage drafts last until reload.
  }
}

/** Deletes a saved or discarded draft. */
export function removeDraft(username: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(username, id))
  } catch {
    // Without localStorage there is nothing to delete.
  }
}

/** Deletes all drafts of a user. */
export function removeDraftsOf(username: string): void {
  try {
    for (const key of keysOf(username)) localStorage.removeItem(key)
  } catch {
    // Without localStorage there is nothing to delete.
  }
}

function keysOf(username: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(keyOf(username, '')))
}

function forgetOldest(username: string): void {
  const keys = keysOf(username)
  if (keys.length < DRAFTS_MAX) return
  const byAge = keys.toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))
  for (const key of byAge.slice(0, keys.length - DRAFTS_MAX + 1)) localStorage.removeItem(key)
}
