import { atom } from 'jotai'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

const keptAtom = userStorageAtom<readonly string[]>('working-set', v.array(v.string()), [])

/** Variables collected for the next variable set, in the order of choosing, kept for each user in this browser. */
export const workingSetAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, change: readonly string[] | ((names: readonly string[]) => readonly string[])) =>
    set(keptAtom(get(userAtom)?.username ?? ''), change),
)

export function forgetWorkingSet(store: Store, username: string): void {
  store.set(keptAtom(username), RESET)
}
