import { nothingBreached, type IsBreached } from '#server/platform/security/breached-passwords.ts'
import { PASSWORD_COST, type PasswordCost } from '#server/platform/security/passwords.ts'
import { CAPABILITIES, type Capability } from '#contract/capabilities.ts'
import { sealKeyInMemory, type SealKey } from '#server/platform/security/seal-key.ts'

/** What may differ from one running server to another. */
export interface Settings {
  readonly capabilities: readonly Capability[]
  readonly passwordCost: PasswordCost
  /** Whether a new password is one that others know. */
  readonly isBreached: IsBreached
  /** Whether the X-Forwarded-* headers of a caller at that address are believed. */
  readonly isTrustedProxy: (address: string) => boolean
  /** Whether nobody may do anything but get a second factor before they have one. */
  readonly requiresSecondFactor: boolean
  /** By what secrets of second factors are sealed. */
  readonly sealKey: SealKey
  /** Counts below it are hidden where the reader may not read the collection. */
  readonly minimumCell: number
  /** Where to ask for a data access agreement; null where the guide says it. */
  readonly accessRequestUrl: string | null
  /** Bytes of the largest body that is read. */
  readonly bodyLimit: number
  /** Downloads that run at once; further ones wait. */
  readonly simultaneousDownloads: number
  /** Milliseconds that a call may take, but for files; what is asked in earnest takes a tenth of it. */
  readonly longestCall: number
}

export const DEFAULT_SETTINGS: Settings = {
  capabilities: CAPABILITIES,
  passwordCost: PASSWORD_COST,
  isBreached: nothingBreached,
  isTrustedProxy: () => false,
  requiresSecondFactor: false,
  sealKey: sealKeyInMemory(),
  minimumCell: 0,
  accessRequestUrl: null,
  bodyLimit: 1024 * 1024,
  simultaneousDownloads: 4,
  longestCall: 30_000,
}
