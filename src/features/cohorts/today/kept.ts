import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

const storedAtom = userStorageAtom('kept-cohorts', v.array(v.string()), [])

/** Cohorts that the user keeps as they are, each with the release that was present then: "12 2026.2". */
export const keptCohortsAtom = atom(
  (get) => get(storedAtom(get(userAtom)?.username ?? '')),
  (get, set, kept: string[]) => set(storedAtom(get(userAtom)?.username ?? ''), kept),
)

export function keptKey(cohortId: number, release: string): string {
  return `${cohortId} ${release}`
}
