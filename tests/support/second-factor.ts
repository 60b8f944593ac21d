import type { WireCall } from '#api/result.ts'
import { secondFactorNew, secondFactorOn } from '#contract/account.ts'
import { oneTimeCode, stepAt, fromBase32 } from '#server/modules/accounts/second-factors.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { PASSWORD } from '#tests/support/test-server.ts'

/** The code of an authenticator app at a moment in milliseconds. */
export function codeAt(secret: string, now: number): string {
  return oneTimeCode(fromBase32(secret), stepAt(now))
}

/** Activates the second factor of a session's account; returns its secret and recovery codes. */
export async function turnOn(call: WireCall, now: number): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, enrolment } = valueOf(await call(secondFactorNew, { current_password: PASSWORD }))
  const asked = { current_password: PASSWORD, enrolment, code: codeAt(secret, now) }
  return { secret, recoveryCodes: valueOf(await call(secondFactorOn, asked)).recovery_codes }
}
