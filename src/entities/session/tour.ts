import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

/** Offered to a new user, at a step counted from 0, or over for good. */
const Tour = v.union([v.picklist(['offered', 'over']), v.pipe(v.number(), v.integer(), v.minValue(0))])
export type Tour = v.InferOutput<typeof Tour>

const keptAtom = userStorageAtom<Tour>('tour', Tour, 'offered')

/** The user's place in the tour, kept in this browser: a skipped tour is not offered again. */
export const tourAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, tour: Tour) => set(keptAtom(get(userAtom)?.username ?? ''), tour),
)
