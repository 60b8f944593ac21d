import type { Store } from '#command-kit/context.ts'
import { connectionAtom, connectionStateAtom } from '#entities/connection.ts'

type Ports = { readonly store: Pick<Store, 'get'> }

export function isConnectionDown({ store }: Ports): boolean {
  return store.get(connectionStateAtom).isDown
}

export function areChangesWaiting({ store }: Ports): boolean {
  return store.get(connectionStateAtom).waiting > 0
}

export function tryConnection({ store }: Ports): void {
  store.get(connectionAtom).connection.tryNow()
}

/** Those who wait are told that their changes were not sent; what they typed stays where it is. */
export function giveUpChanges({ store }: Ports): void {
  store.get(connectionAtom).connection.giveUp()
}
