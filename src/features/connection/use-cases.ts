import type { Store } from '#command-kit/context.ts'
import { connectionAtom, connectionStateAtom } from '#entities/session.ts'

type Ports = { readonly store: Pick<Store, 'get'> }

export function isConnectionDown({ store }: Ports): boolean {
  return store.get(connectionStateAtom).isDown
}

/** Whether anything waits, for the back end or for an answer. */
export function isAnythingWaiting({ store }: Ports): boolean {
  const { waiting, slow } = store.get(connectionStateAtom)
  return waiting + slow > 0
}

export function tryConnection({ store }: Ports): void {
  store.get(connectionAtom).connection.tryNow()
}

/** What waits ends without an answer and says so; what was typed stays where it is. */
export function giveUpWaiting({ store }: Ports): void {
  store.get(connectionAtom).connection.giveUp()
}
