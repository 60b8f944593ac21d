import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { userAtom } from '#entities/session/session.ts'

const storedAtom = userStorageAtom('kept-cohorts', v.array(v.string()), [])

/**
 * Objects that the user keeps as they are, each with the release that was present then: "12 2026.2" for a cohort,
 * "varset 7 2026.2" for another object.
 */
export const keptAtom = atom(
  (get) => get(storedAtom(get(userAtom)?.username ?? '')),
  (get, set, kept: string[]) => set(storedAtom(get(userAtom)?.username ?? ''), kept),
)

export function keptKey(object: string, release: string): string {
  return `${object} ${release}`
}

interface MadeOn {
  /** Null for data from before there were releases. */
  readonly madeOn: string | null
  readonly today: string
  readonly before: number | null
  readonly after: number | null
}

/** "Made on 2026.1 · today (2026.2) 4,210 → 4,377"; the sizes are absent where they are hidden or unknown. */
export function madeOnWords({ madeOn, today, before, after }: MadeOn): string {
  const made = madeOn === null ? 'Made on earlier data' : `Made on ${madeOn}`
  if (after === null) return `${made} · the data are now ${today}`
  return `${made} · today (${today}) ${formatSize(before)} → ${formatCount(after)}`
}
