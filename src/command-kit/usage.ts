import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithStorage, RESET } from 'jotai/utils'
import type { Store } from '#command-kit/context.ts'
import { foldText } from '#domain/text/text.ts'

/** Usage: a score with a half-life of one week, and its time. */
interface Use {
  readonly score: number
  readonly at: number
}

export type Usage = Readonly<Record<string, Use>>

const HALF_LIFE = 7 * 24 * 60 * 60 * 1_000
const ENTRIES_MAX = 200

function isUse(use: unknown): use is Use {
  return (
    typeof use === 'object' &&
    use !== null &&
    'score' in use &&
    'at' in use &&
    Number.isFinite(use.score) &&
    Number.isFinite(use.at)
  )
}

/** The current score: 0 for never, 1 for once just now. */
export function scoreOf(usage: Usage, key: string, now: number): number {
  // Stored values are untrusted.
  const use: unknown = Object.hasOwn(usage, key) ? usage[key] : undefined
  return isUse(use) ? use.score * 0.5 ** (Math.max(0, now - use.at) / HALF_LIFE) : 0
}

/** Keys of rows, most recent first. */
export function recentKeys(usage: Usage): readonly string[] {
  return Object.entries(usage)
    .filter(([key, use]) => isUse(use) && !key.startsWith(LEARNT))
    .toSorted(([, one], [, other]) => other.at - one.at)
    .map(([key]) => key)
}

const LEARNT = 'typed:'

/** The key under which the choice of a row for a typed text is counted. */
export function learntKey(text: string, key: string): string {
  return `${LEARNT}${foldText(text.trim())}\n${key}`
}

/** The keys of rows that were chosen for a typed text, most often used first. */
export function learntFor(usage: Usage, text: string, now: number): readonly string[] {
  const start = learntKey(text, '')
  return Object.keys(usage)
    .filter((key) => key.startsWith(start))
    .toSorted((one, other) => scoreOf(usage, other, now) - scoreOf(usage, one, now))
    .map((key) => key.slice(start.length))
}

export function withUse(usage: Usage, key: string, now: number): Usage {
  const counted = { ...usage, [key]: { score: scoreOf(usage, key, now) + 1, at: now } }
  const ranked = Object.keys(counted).toSorted(
    (one, other) => scoreOf(counted, other, now) - scoreOf(counted, one, now),
  )
  if (ranked.length <= ENTRIES_MAX) return counted
  const kept = new Set(ranked.slice(0, ENTRIES_MAX))
  return Object.fromEntries(Object.entries(counted).filter(([name]) => kept.has(name)))
}

/** Usage counts by user of this browser. */
export const usageAtom = atomFamily((username: string) =>
  atomWithStorage<Usage>(`usage:${username}`, {}, undefined, { getOnInit: true }),
)

/** False from logout to login: a pending command must not store the user's counts again. */
const isCountingAtom = atom(true)

export function countUse(store: Store, username: string, key: string): void {
  if (!store.get(isCountingAtom)) return
  store.set(usageAtom(username), (usage) => withUse(usage, key, Date.now()))
}

/** Deletes a user's counts in this browser and stops counting until `countUsesAgain`. */
export function deleteUsage(store: Store, username: string): void {
  store.set(isCountingAtom, false)
  store.set(usageAtom(username), RESET)
}

export function countUsesAgain(store: Store): void {
  store.set(isCountingAtom, true)
}
