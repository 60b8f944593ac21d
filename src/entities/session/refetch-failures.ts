import { isUnanswered } from '#api/request.ts'
import { ApiError } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { countUsesAgain } from '#command-kit/usage.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { connectionStateAtom } from '#entities/session/connection.ts'
import { userinfoAtom } from '#entities/session/session.ts'

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
