import { atom } from 'jotai'
import type { Connection, ConnectionState } from '#api/connection.ts'
import { isUnanswered } from '#api/request.ts'
import { ApiError } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { countUsesAgain } from '#command-kit/usage.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { userinfoAtom } from '#entities/session/session.ts'

const IDLE: ConnectionState = { isDown: false, waiting: 0, slow: 0 }

const NOT_FOLLOWED: Connection = {
  state: () => IDLE,
  subscribe: () => () => undefined,
  answered: () => undefined,
  lost: () => undefined,
  isThere: () => Promise.resolve(true),
  slow: () => () => undefined,
  tryNow: () => undefined,
  back: () => Promise.resolve(true),
  giveUp: () => undefined,
}

/** Follows the connection; the app sets its own before the first render. */
export const connectionAtom = atom({ connection: NOT_FOLLOWED })

export const connectionStateAtom = atom<ConnectionState>(IDLE)

/** Refetches failed queries when the server responds again, and after a login; unused ones on their next use. */
export function refetchFailures(store: Store): void {
  let wasDown = false
  store.sub(connectionStateAtom, () => {
    const { isDown } = store.get(connectionStateAtom)
    if (wasDown && !isDown) refetchIf(store, (error) => error instanceof ApiError && isUnanswered(error.failure.status))
    wasDown = isDown
  })
  let { data: known } = store.get(userinfoAtom)
  store.sub(userinfoAtom, () => {
    const { data } = store.get(userinfoAtom)
    const isNew = data !== known
    known = data
    if (!isNew || !data?.currentUser) return
    countUsesAgain(store)
    refetchIf(store, () => true)
  })
}

function refetchIf(store: Store, isOf: (error: Error) => boolean): void {
  void store.get(queryClientAtom).refetchQueries({ predicate: ({ state: { error } }) => error !== null && isOf(error) })
}
