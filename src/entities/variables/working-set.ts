import { atom, useAtom } from 'jotai'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session/session.ts'

const keptAtom = userStorageAtom<readonly string[]>('working-set', v.array(v.string()), [])

/** Variables collected for the next variable set, in the order of choosing, kept for each user in this browser. */
export const workingSetAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, change: readonly string[] | ((names: readonly string[]) => readonly string[])) =>
    set(keptAtom(get(userAtom)?.username ?? ''), change),
)

/** The working set as a list's row selection. */
export function useWorkingSetSelection() {
  const [keys, change] = useAtom(workingSetAtom)
  return { keys, change, name: 'the working set', invocation: showVariable } as const
}

function showVariable(variableName: string): Invocation {
  return { id: 'variable.show', args: { variableName } }
}

export function forgetWorkingSet(store: Store, username: string): void {
  store.set(keptAtom(username), RESET)
}
