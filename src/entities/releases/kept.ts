import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

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
