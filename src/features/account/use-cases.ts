import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'

export type AccountPorts = Pick<CommandContext, 'call' | 'store'>

export const SESSIONS_KEY = 'own-sessions'

export function openAccount({ store }: Pick<AccountPorts, 'store'>): void {
  store.set(currentPasswordAtom, '')
  store.set(accountFailureAtom, null)
  store.set(accountOpenAtom, true)
}

export function hasTypedPassword({ store }: Pick<AccountPorts, 'store'>): boolean {
  return store.get(currentPasswordAtom) !== ''
}

export async function endSession({ call, store }: AccountPorts, sessionId: string): Promise<Failure | undefined> {
  const { accountSessionEnd } = await import('#contract/account.ts')
  const answer = await call(accountSessionEnd, {
    sessionId,
    currentPassword: store.get(currentPasswordAtom),
  })
  store.set(accountFailureAtom, answer.ok ? null : answer)
  await refetchSessions(store)
  return answer.ok ? undefined : answer
}

/** Refetches the sessions: some may have ended. */
export function refetchSessions(store: AccountPorts['store']): Promise<void> {
  return store.get(queryClientAtom).invalidateQueries({ queryKey: [SESSIONS_KEY] })
}

export const accountOpenAtom = atom(false)

/** The current password, required for each change, and its error. */
export const currentPasswordAtom = atom('')

export const accountFailureAtom = atom<Failure | null>(null)
