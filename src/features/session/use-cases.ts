import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { atom, type createStore } from 'jotai'
import type { Call, Failure, Result } from '#api/result.ts'
import { countUsesAgain, deleteUsage } from '#command-kit/usage.ts'
import { login, logout } from '#contract/session.ts'
import { queryClientAtom } from '#entities/services.ts'
import { forgetRecentVariables } from '#entities/variables/recent-variables.ts'
import {
  accessRequestAddressAtom,
  USERINFO_KEY,
  userAtom,
  externalLoginAtom,
  refreshUserinfo,
} from '#entities/session.ts'
import { forgetWorkingSet } from '#entities/variables/working-set.ts'
import { deleteUnfinishedWork } from '#workspace/drafts/draft-storage.ts'

interface Ports {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Whether the user logged out explicitly: nothing is restored after the login then. */
export const hasLeftAtom = atom(false)

/** Whether login and logout are external. */
export function isLoginExternal(store: Ports['store']): boolean {
  return store.get(externalLoginAtom) !== null
}

/** The address for access requests. */
export function accessRequestAddress(store: Pick<Ports['store'], 'get'>): string {
  return store.get(accessRequestAddressAtom)
}

/** Signs in, then fetches the user; the session gate follows. */
export async function logIn(ports: Ports, credentials: RequestOf<typeof login>): Promise<Result<unknown>> {
  const answer = await ports.call(login, credentials)
  if (!answer.ok) return answer
  return stayLoggedIn(ports)
}

/** Ends the session on the server, then clears all fetched data. */
export async function logOut(ports: Ports): Promise<Failure | void> {
  // A 401 response in the meantime clears the user.
  const user = ports.store.get(userAtom)
  const answer = await ports.call(logout, {})
  if (!answer.ok) return answer
  if (user) forgetTraces(ports.store, user.username)
  const client = ports.store.get(queryClientAtom)
  await client.cancelQueries()
  client.removeQueries({
    predicate: (query) => query.queryKey[0] !== USERINFO_KEY[0] && query.queryKey[0] !== 'version',
  })
  ports.store.set(hasLeftAtom, true)
  forgetUser(ports.store)
}

/** Clears the user (spec section 4: after a 401); the screens stay behind the login form. */
export function forgetUser(store: Ports['store']): void {
  store
    .get(queryClientAtom)
    .setQueryData(USERINFO_KEY, (known: object | undefined) => ({ versions: null, ...known, currentUser: null }))
}

/** Fetches the user, which extends the session; an ended session closes the gate. */
export async function stayLoggedIn(ports: Ports): Promise<Result<unknown>> {
  const answer = await refreshUserinfo(ports)
  if (answer.ok) {
    ports.store.set(hasLeftAtom, false)
    countUsesAgain(ports.store)
  }
  return answer
}

/** Deletes a user's drafts and traces from this browser; settings stay (keys, pins, layout, tour). */
function forgetTraces(store: Ports['store'], username: string): void {
  deleteUnfinishedWork(username)
  deleteUsage(store, username)
  forgetRecentVariables(store, username)
  forgetWorkingSet(store, username)
}
