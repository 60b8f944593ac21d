import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'

/** Where somebody stands who changes their second factor. */
export type SecondFactorStep =
  /** Turning it on: the password first, then the secret and its first code. */
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
  /** What is shown once, and how many other sessions ended. */
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly ended: number; readonly isNew: boolean }

/** Null while nobody is at it. */
export const secondFactorStepAtom = atom<SecondFactorStep | null>(null)
/** Why the last step was not taken. */
export const secondFactorFailureAtom = atom<Failure | null>(null)
/** Whether somebody came back from such a step just now. */
export const isBackFromStepAtom = atom(false)
