import { atom } from 'jotai'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

const KEPT = 6
const keptAtom = userStorageAtom<readonly string[]>('recent-variables', v.array(v.string()), [])

/** The user's latest picks, newest first, kept in this browser. Writing a name puts it first. */
export const recentVariablesAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, picked: string) =>
    set(keptAtom(get(userAtom)?.username ?? ''), (names: readonly string[]) =>
      [picked, ...names.filter((name) => name !== picked)].slice(0, KEPT),
    ),
)

export function forgetRecentVariables(store: Store, username: string): void {
  store.set(keptAtom(username), RESET)
}
