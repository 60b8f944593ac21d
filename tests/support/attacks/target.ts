import type { ApiSession } from '#tests/support/api-session.ts'

/** A condition that the target meets. `share`: of the records of the form that meet it, known from auxiliary data. */
export type KnownAnswer =
  | { readonly kind: 'code'; readonly variable: string; readonly code: string; readonly share: number }
  | {
      readonly kind: 'window'
      readonly variable: string
      readonly low: number
      readonly high: number
      readonly share: number
    }

/** A category whose codes are divided into “yes” and “no”. */
export interface Secret {
  readonly variable: string
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** An individual whose answer to the secret variable is inferred. The attacker knows its other answers. */
export interface Target {
  readonly secret: Secret
  readonly codes: readonly (KnownAnswer & { readonly kind: 'code' })[]
  /** Exact numbers, as windows of one value. */
  readonly numbers: readonly (KnownAnswer & { readonly kind: 'window' })[]
  /** The number of unreadable records of the form, which is public. */
  readonly records: number
  /** The threshold of the server (MIN_CELL), which its documentation states; 1 if it is off. */
  readonly minimum: number
}

/** One or several accounts whose results are pooled, and their use. */
export interface Attacker {
  readonly accounts: readonly ApiSession['call'][]
  readonly random: () => number
  readonly used: Usage
}

export interface Usage {
  queries: number
  /** Queries without a count: suppressed, or a cohort that was not saved. */
  refused: number
}

/** The inferred answer; null without any information. */
export type Attack = (attacker: Attacker, target: Target) => Promise<boolean | null>

/** The account of a place; a single account takes all of them. */
export function accountAt({ accounts }: Attacker, place: number): ApiSession['call'] {
  const call = accounts[place % accounts.length]
  if (!call) throw new Error('An attacker needs an account.')
  return call
}

/** Random order (Fisher–Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}
