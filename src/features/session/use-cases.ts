import type { createStore } from 'jotai'
import type { Call, Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { deleteUsage } from '#command-kit/usage.ts'
import { logout } from '#contract/session.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { accessRequestAddressAtom, externalLoginAtom, userAtom } from '#entities/session/session.ts'
import { forgetRecentVariables } from '#entities/variables/recent-variables.ts'
import { forgetWorkingSet } from '#entities/variables/working-set.ts'
import { forgetUser, hasLeftAtom } from '#features/session/log-in.ts'
import { deleteUnfinishedWork } from '#workspace/drafts/draft-storage.ts'

interface Ports {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Whether login and logout are external. */
export function isLoginExternal(store: Ports['store']): boolean {
  return store.get(externalLoginAtom) !== null
}

/** Opens the back end's page for access requests in a new tab, or the handbook's here. */
export async function applyForAccess({ store, run }: Pick<CommandContext, 'store' | 'run'>): Promise<void> {
  const address = store.get(accessRequestAddressAtom)
  if (address === null) await run(invocationOf('help.show', { page: 'access' }))
  else window.open(address, '_blank', 'noreferrer')
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
  client.removeQueries()
  ports.store.set(hasLeftAtom, true)
  forgetUser(ports.store)
}

/** Deletes a user's drafts and traces from this browser; settings stay (keys, pins, layout, tour). */
function forgetTraces(store: Ports['store'], username: string): void {
  deleteUnfinishedWork(username)
  deleteUsage(store, username)
  forgetRecentVariables(store, username)
  forgetWorkingSet(store, username)
}
