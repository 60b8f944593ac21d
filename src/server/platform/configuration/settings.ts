import { CAPABILITIES, type Capability } from '#contract/capabilities.ts'
import { nothingBreached, type IsBreached } from '#server/platform/security/breached-passwords.ts'
import { PASSWORD_COST, type PasswordCost } from '#server/platform/security/passwords.ts'
import { secretKeyInMemory, type SecretKey } from '#server/platform/security/secret-key.ts'

/** Options that differ between running servers. */
export interface Settings {
  readonly capabilities: readonly Capability[]
  readonly passwordCost: PasswordCost
  /** Whether a list of breached passwords contains the password. */
  readonly isBreached: IsBreached
  /** Whether the X-Forwarded-* headers of this address are trusted. */
  readonly isTrustedProxy: (address: string) => boolean
  readonly requiresSecondFactor: boolean
  /** Encrypts the secrets of second factors. */
  readonly sealKey: SecretKey
  /** TRACE_DOWNLOADS: whether files have pseudonyms and an order of rows by download. */
  readonly tracesDownloads: boolean
  /** The key of these pseudonyms, and of the signature of a bundle. */
  readonly traceKey: SecretKey
  /**
   * UNREADABLE_COUNTS and MIN_CELL: smaller counts of individuals are suppressed where the reader may not read the
   * collection. 0 shows all, NO_COUNT counts none of these individuals.
   */
  readonly minimumCell: number
  /** TRASH_DAYS: how long deleted objects can be restored (capability "trash"). */
  readonly trashDays: number
  /** Page to request data access; null shows the guide's page instead. */
  readonly accessRequestUrl: string | null
  /** ENGINE_MEMORY: bytes of codes and bitmaps that are kept between requests; null for a size by the data. */
  readonly engineMemory: number | null
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit: number
  /** Downloads that run at once; further ones wait in a queue. */
  readonly simultaneousDownloads: number
  /** Maximum milliseconds of a request, except files. Interactive requests are limited to a tenth of it. */
  readonly requestMillisecondsMax: number
}

export const DEFAULT_SETTINGS: Settings = {
  capabilities: CAPABILITIES,
  passwordCost: PASSWORD_COST,
  isBreached: nothingBreached,
  isTrustedProxy: () => false,
  requiresSecondFactor: false,
  sealKey: secretKeyInMemory(),
  tracesDownloads: false,
  traceKey: secretKeyInMemory(),
  minimumCell: 0,
  trashDays: 30,
  accessRequestUrl: null,
  engineMemory: null,
  bodyLimit: 1024 * 1024,
  simultaneousDownloads: 4,
  requestMillisecondsMax: 30_000,
}
