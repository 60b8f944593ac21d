import type { Store } from '#command-kit/context.ts'
import { connectionAtom, connectionStateAtom } from '#entities/session/connection.ts'

type Ports = { readonly store: Pick<Store, 'get'> }

export function isConnectionDown({ store }: Ports): boolean {
  return store.get(connectionStateAtom).isDown
}

/** Whether a change is queued or a call is slow. */
export function isAnythingWaiting({ store }: Ports): boolean {
  const { waiting, slow } = store.get(connectionStateAtom)
  return waiting + slow > 0
}

export function tryConnection({ store }: Ports): void {
  store.get(connectionAtom).connection.tryNow()
}

/** Aborts all waiting calls, which report it; typed text remains. */
export function giveUpWaiting({ store }: Ports): void {
  store.get(connectionAtom).connection.giveUp()
}
