import type { WireCall } from '#api/result.ts'
import { secondFactorNew, secondFactorOn } from '#contract/second-factor.ts'
import { fromBase32 } from '#server/modules/accounts/base32.ts'
import { oneTimeCode, stepAt } from '#server/modules/accounts/one-time-code.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { PASSWORD } from '#tests/support/test-server.ts'

/** What an authenticator app shows for a secret as it is typed, at a moment in milliseconds. */
export function codeAt(secret: string, now: number): string {
  return oneTimeCode(fromBase32(secret), stepAt(now))
}

/** Turns the second factor of a session's account on; answers its secret and recovery codes. */
export async function turnOn(call: WireCall, now: number): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, enrolment } = valueOf(await call(secondFactorNew, { current_password: PASSWORD }))
  const asked = { current_password: PASSWORD, enrolment, code: codeAt(secret, now) }
  return { secret, recoveryCodes: valueOf(await call(secondFactorOn, asked)).recovery_codes }
}
