import { ONE_TIME_CODE_DIGITS, RECOVERY_CODE_LETTERS } from '#domain/limits.ts'

const ONE_TIME_CODE = new RegExp(`^\\d{${ONE_TIME_CODE_DIGITS}}$`)
const RECOVERY_CODE = new RegExp(`^[a-z2-7]{${RECOVERY_CODE_LETTERS}}$`)
const GROUP = 4

export interface TypedCode {
  readonly kind: 'code' | 'recovery code'
  /** Without separators. */
  readonly text: string
}

/** Parses a typed code, ignoring blanks and dashes; null if it has no valid format. */
export function readCode(typed: string): TypedCode | null {
  const text = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (ONE_TIME_CODE.test(text)) return { kind: 'code', text }
  // The digits 0 and 1 do not occur in recovery codes: read them as o and l.
  const letters = text.replaceAll('0', 'o').replaceAll('1', 'l')
  return RECOVERY_CODE.test(letters) ? { kind: 'recovery code', text: letters } : null
}

/** Groups the letters of a recovery code or secret for readability. */
export function inGroups(text: string): string {
  return text.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
}

/** The address that an authenticator app reads from a picture: whose secret it is, and of what. */
export function authenticatorAddress(product: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(product)}`
}
