import { createHmac, timingSafeEqual } from 'node:crypto'
import { ONE_TIME_CODE_DIGITS, ONE_TIME_CODE_SECONDS } from '#domain/limits.ts'

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
