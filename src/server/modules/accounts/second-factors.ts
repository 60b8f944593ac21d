import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RECOVERY_CODES, RECOVERY_CODE_LETTERS, ONE_TIME_CODE_DIGITS, ONE_TIME_CODE_SECONDS } from '#domain/limits.ts'
import { authenticatorAddress, inGroups, type TypedCode } from '#domain/second-factor.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Clock, Log, Random } from '#server/platform/process/runtime.ts'
import { newNonce, seal, unseal } from '#server/platform/security/seal.ts'
import type { SecretKey } from '#server/platform/security/secret-key.ts'
import { findSecondFactor, hasRecoveryCode, spendCode } from '#server/store/accounts/second-factors.ts'

const SECRET_BYTES = 20
const BITS_A_LETTER = 5
const PRODUCT = 'DIVER'
/** Codes used while the disk was full. */
const SPENT_MAX = 10_000

/** A valid code that was not used before. */
export interface RightCode {
  readonly kind: TypedCode['kind']
  /** Marks the code as used within a transaction; false where a concurrent request used it. */
  readonly spend: (connection: Connection) => Promise<boolean>
  /** The same for a full disk: in memory, until the server ends. */
  readonly spendInMemory: () => boolean
  /** The time step; null for a recovery code. */
  readonly step: number | null
}

/** Creates, encrypts and checks secrets and codes of second factors. Time is the server's clock. */
export interface SecondFactors {
  /** A new secret: as text, as an otpauth URI for QR codes, and encrypted for storage after the first code. */
  readonly newSecret: (user: User) => Promise<{ secret: string; address: string; sealed: string }>
  /** Checks a code of a secret that is not active yet. */
  readonly firstCode: (user: User, sealed: string, typed: TypedCode) => Promise<RightCode | null>
  /** Checks a code of the account's second factor, or one of its recovery codes. */
  readonly rightCode: (connection: Connection, user: User, typed: TypedCode) => Promise<RightCode | null>
  /** Recovery codes in plain text, and their hashes. */
  readonly newRecoveryCodes: () => { shown: string[]; stored: string[] }
}

/** One-time codes need the encryption key; recovery codes do not. */
export function createSecondFactors(
  key: SecretKey,
  { clock, random, log }: { clock: Clock; random: Random; log: Log },
): SecondFactors {
  const spentHere = new LRUCache<string, true>({ max: SPENT_MAX })
  const spentKey = ({ accountId }: User, code: string) => `${accountId} ${code}`
  const spendHere = (user: User, code: string): boolean => {
    const key = spentKey(user, code)
    if (spentHere.has(key)) return false
    spentHere.set(key, true)
    return true
  }
  const aboutOf = ({ accountId }: User) => `second factor of account ${accountId}`

  const open = async (user: User, sealed: string): Promise<Uint8Array | null> => {
    const known = await key.read()
    const secret = known && unseal(known, sealed, aboutOf(user))
    return secret === null ? null : fromBase32(secret)
  }

  const codeOf = (user: User, secret: Uint8Array, { text }: TypedCode, after: number): RightCode | null => {
    const step = stepOfCode(secret, text, clock())
    if (step === null || step <= after || spentHere.has(spentKey(user, String(step)))) return null
    const spent = { code: String(step), step }
    return {
      kind: 'code',
      step,
      spend: (connection) => spendCode(connection, user.accountId, spent),
      spendInMemory: () => spendHere(user, spent.code),
    }
  }

  return {
    newSecret: async (user) => {
      const secret = toBase32(random(SECRET_BYTES))
      const sealed = seal(await key.readOrMake(), newNonce(random), secret, aboutOf(user))
      return { secret, address: authenticatorAddress(PRODUCT, user.username, secret), sealed }
    },

    firstCode: async (user, sealed, typed) => {
      const secret = typed.kind === 'code' ? await open(user, sealed) : null
      return secret && codeOf(user, secret, typed, 0)
    },

    rightCode: async (connection, user, typed) => {
      if (typed.kind === 'recovery code') {
        const code = hashOf(typed.text)
        if (spentHere.has(spentKey(user, code))) return null
        if (!(await hasRecoveryCode(connection, user.accountId, code))) return null
        const spent = { code, step: null }
        return {
          kind: typed.kind,
          step: null,
          spend: (tx) => spendCode(tx, user.accountId, spent),
          spendInMemory: () => spendHere(user, code),
        }
      }
      const stored = await findSecondFactor(connection, user.accountId)
      if (!stored) return null
      const secret = await open(user, stored.sealedSecret)
      if (secret === null) log.error({ username: user.username }, 'a second factor was sealed by another key')
      return secret && codeOf(user, secret, typed, stored.lastStep)
    },

    newRecoveryCodes: () => {
      const bytes = (RECOVERY_CODE_LETTERS * BITS_A_LETTER) / 8
      const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(random(bytes)).toLowerCase())
      return { shown: codes.map(inGroups), stored: codes.map(hashOf) }
    },
  }
}

/** A plain hash suffices for 120 random bits (OWASP ASVS 6.5.2). */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Accepted clock drift in steps, in both directions (RFC 6238, section 5.2). */
const DRIFT_STEPS = 1

/** The TOTP code of a time step (RFC 6238 over RFC 4226). HMAC-SHA-1, because apps support no other. */
export function oneTimeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 10 ** ONE_TIME_CODE_DIGITS).padStart(ONE_TIME_CODE_DIGITS, '0')
}

/** The time step of a moment in milliseconds. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / ONE_TIME_CODE_SECONDS)
}

/** The time step of a code within the accepted drift; null for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | null {
  let found: number | null = null
  // Compare all steps: constant time reveals nothing.
  for (let step = stepAt(now) + DRIFT_STEPS; step >= stepAt(now) - DRIFT_STEPS; step--) {
    if (isSame(code, oneTimeCode(secret, step))) found = step
  }
  return found
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === others.length && timingSafeEqual(bytes, others)
}

/** RFC 4648 without padding, as authenticator apps expect it. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const BITS = 5

/** Encodes bytes as text that users can type. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(new RegExp(`.{1,${BITS}}`, 'g')) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(BITS, '0'), 2)]).join('')
}

export function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
