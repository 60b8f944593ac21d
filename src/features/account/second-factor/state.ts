import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { secondFactorAtom } from '#entities/session/session.ts'

type Ports = Pick<CommandContext, 'store'>
type Store = Ports['store']

/** The current step of changing the second factor. */
export type SecondFactorStep =
  /** Enabling: the password, then the secret and its first code. */
  | { readonly kind: 'turn-on' }
  | {
      readonly kind: 'secret'
      readonly password: string
      readonly secret: string
      readonly address: string
      readonly enrolment: string
    }
  | { readonly kind: 'turn-off' }
  | { readonly kind: 'new-codes' }
  /** Shown once, with the number of other sessions ended. */
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly ended: number; readonly isNew: boolean }

/** Null outside the steps. */
export const secondFactorStepAtom = atom<SecondFactorStep | null>(null)

export const secondFactorFailureAtom = atom<Failure | null>(null)

/** Whether the user just returned from a step. */
export const isBackFromStepAtom = atom(false)

/** Null from a back end without second factors. */
export function hasSecondFactor({ store }: Ports): boolean | null {
  return store.get(secondFactorAtom)?.isOn ?? null
}

export function openSecondFactor({ store }: Ports, kind: 'turn-on' | 'turn-off' | 'new-codes'): void {
  goToStep(store, { kind })
}

/** Goes to a step; null closes the steps. */
export function goToStep(store: Store, step: SecondFactorStep | null): void {
  store.set(secondFactorFailureAtom, null)
  store.set(secondFactorStepAtom, step)
}

/** The recovery codes on screen, one per line; null if none. */
export function shownCodes({ store }: Ports): string | null {
  const step = store.get(secondFactorStepAtom)
  return step?.kind === 'codes' ? `${step.codes.join('\n')}\n` : null
}
