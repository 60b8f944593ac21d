import type { createStore } from 'jotai'
import { atom } from 'jotai'
import type { Call, Result } from '#api/result.ts'
import { login } from '#contract/session.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { refreshUserinfo, userinfoAtom } from '#entities/session/session.ts'

interface Ports {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Whether the user logged out explicitly: nothing is restored after the login then. */
export const hasLeftAtom = atom(false)

/** Signs in, then fetches the user; the session gate follows. */
export async function logIn(ports: Ports, credentials: RequestOf<typeof login>): Promise<Result<unknown>> {
  const answer = await ports.call(login, credentials)
  if (!answer.ok) return answer
  return stayLoggedIn(ports)
}

/** Fetches the user, which extends the session; an ended session closes the gate. */
export async function stayLoggedIn(ports: Ports): Promise<Result<unknown>> {
  const answer = await refreshUserinfo(ports)
  if (answer.ok) ports.store.set(hasLeftAtom, false)
  return answer
}

/** Clears the user (spec section 4: after a 401); the screens stay behind the login form. */
export function forgetUser(store: Ports['store']): void {
  const { data } = store.get(userinfoAtom)
  if (data !== undefined) void store.set(userinfoAtom, { data: { ...data, currentUser: null } })
}
