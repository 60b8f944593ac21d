import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import * as v from 'valibot'
import {
  removeIdempotencyKeysOf,
  readStored,
  removeAllStored,
  removeStored,
  storedKeys,
} from '#workspace/drafts/idempotency-keys.ts'

/** A draft with its undo history; no history stands for the builder's initial draft. */
export interface DraftHistory {
  readonly past: readonly unknown[]
  readonly present: unknown
  readonly future: readonly unknown[]
  /** Time of the last change, in milliseconds. */
  readonly time: number
  /** The field of the last change. */
  readonly what?: string | undefined
}

export const UNCHANGED: DraftHistory = { past: [], present: undefined, future: [], time: 0 }

/** Changes within so many milliseconds, such as typing, are one undo step. */
const MERGE_MILLISECONDS = 700
const STEPS_MAX = 100

/** Adds a change to the history; changes of different fields are separate undo steps. */
export function changed(history: DraftHistory, present: unknown, now: number, what?: string): DraftHistory {
  const isSoon = now - history.time < MERGE_MILLISECONDS && history.what === what
  const continues = isSoon && history.past.length > 0 && history.future.length === 0
  const past = continues ? history.past : [...history.past, history.present].slice(-STEPS_MAX)
  return { past, present, future: [], time: now, what }
}

/** One step back; unchanged without one. */
export function undone(history: DraftHistory): DraftHistory {
  if (history.past.length === 0) return history
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1),
    future: [history.present, ...history.future],
    time: 0,
  }
}

/** One step forward; unchanged without one. */
export function redone(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future
  if (history.future.length === 0) return history
  return { past: [...history.past, history.present], present: next, future, time: 0 }
}

/** A draft in localStorage. */
export interface StoredDraft {
  /** The current project when the draft was started, if known. */
  readonly projectId: number | null
  /** The path of the builder's page. */
  readonly path?: string | undefined
  readonly value: unknown
  /** Identifies the last applied state, in the builder's own terms. */
  readonly applied?: string | undefined
}

export const Stored = v.object({
  projectId: v.nullable(v.number()),
  path: v.optional(v.string()),
  at: v.number(),
  value: v.unknown(),
  applied: v.optional(v.string()),
})
const DRAFTS_MAX = 40

export function keyOf(username: string, id: string): string {
  return `draft:${username}:${id}`
}

/** A stored draft of this user; null if missing or invalid. */
export function readDraft(username: string, id: string): StoredDraft | null {
  return readStored(keyOf(username, id), Stored)
}

/** Stores a draft; beyond the limit the oldest ones are deleted. */
export function writeDraft(
  username: string,
  id: string,
  { projectId, path, value, applied }: StoredDraft,
  now: number,
): void {
  try {
    const key = keyOf(username, id)
    if (localStorage.getItem(key) === null) forgetOldest(username)
    localStorage.setItem(key, JSON.stringify({ projectId, path, at: now, value, applied }))
  } catch {
    // Without localStorage drafts last until reload.
  }
}

/** Deletes a saved or discarded draft. */
export function removeDraft(username: string, id: string): void {
  removeStored(keyOf(username, id))
}

/** Deletes all drafts of a user. */
export function removeDraftsOf(username: string): void {
  removeAllStored(keyOf(username, ''))
}

function forgetOldest(username: string): void {
  const keys = storedKeys(keyOf(username, ''))
  if (keys.length < DRAFTS_MAX) return
  const timeOf = (key: string) => readStored(key, Stored)?.at ?? 0
  const byAge = keys.toSorted((one, other) => timeOf(one) - timeOf(other))
  for (const key of byAge.slice(0, keys.length - DRAFTS_MAX + 1)) localStorage.removeItem(key)
}

interface DraftKey {
  readonly username: string
  /** Null for an unchanged builder. */
  readonly id: string | null
}

export interface LoadedDraft {
  readonly projectId: number | null
  readonly history: DraftHistory
  readonly applied?: string | undefined
}

const NO_DRAFT: LoadedDraft = { projectId: null, history: UNCHANGED }

/** A draft with its history, read lazily from localStorage. */
export const draftAtom = atomFamily(
  ({ username, id }: DraftKey) => {
    const stored = id === null ? null : readDraft(username, id)
    const kept = stored && { ...stored, history: { ...UNCHANGED, present: stored.value } }
    return atom<LoadedDraft>(kept ?? NO_DRAFT)
  },
  (one, other) => one.username === other.username && one.id === other.id,
)

/** Deletes all unfinished work of a user from this browser, at logout. */
export function deleteUnfinishedWork(username: string): void {
  removeDraftsOf(username)
  removeIdempotencyKeysOf(username)
  draftAtom.setShouldRemove((_createdAt, key) => key.username === username)
  draftAtom.setShouldRemove(null)
}

const NAME = 'draft'

export function draftIdIn(query: URLSearchParams): string | null {
  const id = query.get(NAME)
  return id !== null && /^[a-z0-9]{6,24}$/.test(id) ? id : null
}

export function withDraft(query: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set(NAME, id)
  return next
}

/** Removes the draft id: a shared URL must not contain it. */
export function withoutDraft(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const kept = search.split('&').filter((part) => part !== '' && !new URLSearchParams(part).has(NAME))
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

export function mintDraftId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}
