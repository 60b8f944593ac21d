import { atom, type Getter } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

const storedSets = userStorageAtom('download-set', v.nullable(v.number()), null)

const storedAtom = (get: Getter) => storedSets(get(userAtom)?.username ?? '')

/** The variable set that the user downloaded last, kept in the browser. */
export const lastSetAtom = atom(
  (get): number | null => get(storedAtom(get)),
  (get, set, variableSetId: number) => set(storedAtom(get), variableSetId),
)
