import type { Failure, Result } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { accountPassword, accountSessionEnd } from '#contract/account.ts'
import { queryClientAtom } from '#entities/services.ts'
import { atom } from 'jotai'

type Ports = Pick<CommandContext, 'call' | 'store'>

export const SESSIONS_KEY = 'own-sessions'

export function openAccount({ store }: Pick<Ports, 'store'>): void {
  store.set(currentPasswordAtom, '')
  store.set(accountFailureAtom, null)
  store.set(accountOpenAtom, true)
}

/** Changes the password; all other sessions end. */
export async function changePassword({ call, store }: Ports, password: string): Promise<Result<{ ended: number }>> {
  const answer = await call(accountPassword, { currentPassword: store.get(currentPasswordAtom), password })
  store.set(accountFailureAtom, answer.ok ? null : answer)
  if (answer.ok) {
    store.set(currentPasswordAtom, '')
    await refetchSessions(store)
  }
  return answer
}

export function hasTypedPassword({ store }: Pick<Ports, 'store'>): boolean {
  return store.get(currentPasswordAtom) !== ''
}

export async function endSession({ call, store }: Ports, sessionId: string): Promise<Failure | undefined> {
  const answer = await call(accountSessionEnd, {
    sessionId,
    currentPassword: store.get(currentPasswordAtom),
  })
  store.set(accountFailureAtom, answer.ok ? null : answer)
  await refetchSessions(store)
  return answer.ok ? undefined : answer
}

/** Refetches the sessions: some may have ended. */
export function refetchSessions(store: Ports['store']): Promise<void> {
  return store.get(queryClientAtom).invalidateQueries({ queryKey: [SESSIONS_KEY] })
}

export const accountOpenAtom = atom(false)

/** The current password, required for each change, and its error. */
export const currentPasswordAtom = atom('')

export const accountFailureAtom = atom<Failure | null>(null)
