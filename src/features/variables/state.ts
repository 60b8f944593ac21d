import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import * as v from 'valibot'
import type { Failure } from '#api/result.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

const keptAtom = userStorageAtom('catalog-compact', v.boolean(), false)

/** Whether the catalog shows one line a row; kept for each user in this browser. */
export const isCompactAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, isCompact: boolean) => set(keptAtom(get(userAtom)?.username ?? ''), isCompact),
)

/** Why the last decision on an edit could not be taken. */
export const decisionFailureAtom = atomFamily((_editId: number) => atom<Failure | null>(null))
