import { atom } from 'jotai'
import * as v from 'valibot'
import { storedForUser } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

const KEPT = 6
const keptAtom = storedForUser<readonly string[]>('recent-variables', v.array(v.string()), [])

/** The variables that the user picked last, the latest first, kept in this browser. Writing a name puts it first. */
export const recentVariablesAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, picked: string) =>
    set(keptAtom(get(userAtom)?.username ?? ''), (names: readonly string[]) =>
      [picked, ...names.filter((name) => name !== picked)].slice(0, KEPT),
    ),
)
