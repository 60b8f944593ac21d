import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import type { tokenNew } from '#contract/tokens.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'

/** Lazy: the first screen does not need them. */
const loadRequests = () => import('#contract/tokens.ts')

type Ports = Pick<CommandContext, 'call' | 'store'>
type Store = Ports['store']

export const TOKENS_KEY = 'access-tokens'

/** The form of a new token, or the token just made, which is shown once. */
export type TokenStep = { readonly kind: 'new' } | { readonly kind: 'made'; readonly token: string }

export const tokenStepAtom = atom<TokenStep | null>(null)
export const tokenFailureAtom = atom<Failure | null>(null)

export function goToTokenStep(store: Store, step: TokenStep | null): void {
  store.set(tokenFailureAtom, null)
  store.set(tokenStepAtom, step)
}

export async function makeToken({ call, store }: Ports, asked: RequestOf<typeof tokenNew>): Promise<void> {
  const { tokenNew: endpoint } = await loadRequests()
  const answer = await call(endpoint, asked)
  if (!answer.ok) return store.set(tokenFailureAtom, answer)
  goToTokenStep(store, { kind: 'made', token: answer.value.token })
  await refetchTokens(store)
}

export async function revokeToken({ call, store }: Ports, tokenId: string): Promise<Failure | undefined> {
  const { tokenRevoke } = await loadRequests()
  const answer = await call(tokenRevoke, { tokenId })
  await refetchTokens(store)
  return answer.ok ? undefined : answer
}

export async function copyToken({ store }: Pick<Ports, 'store'>): Promise<void> {
  const step = store.get(tokenStepAtom)
  if (step?.kind === 'made') await copyText(step.token)
}

function refetchTokens(store: Store): Promise<void> {
  return store.get(queryClientAtom).invalidateQueries({ queryKey: [TOKENS_KEY] })
}
