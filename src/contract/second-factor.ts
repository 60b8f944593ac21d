import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { countOrZero, nameSent, passwordSent, textSent } from '#contract/shapes/values.ts'
import {
  UNABLE_TO_MAKE_RECOVERY_CODES,
  UNABLE_TO_SET_UP_SECOND_FACTOR,
  UNABLE_TO_TURN_OFF_SECOND_FACTOR,
  UNABLE_TO_TURN_ON_SECOND_FACTOR,
} from '#domain/messages.ts'

const withCode = v.object({ current_password: passwordSent, code: nameSent })
/** Shown once: the back end keeps their hashes. */
const recoveryCodes = v.array(v.string())

/** Whether an account has a second factor, whether it is required, and the number of recovery codes left. */
export const SecondFactor = v.object({
  is_on: v.boolean(),
  is_required: v.nullish(v.boolean(), false),
  recovery_codes_left: countOrZero,
})
export type SecondFactor = v.InferOutput<typeof SecondFactor>

export const secondFactorNew = endpoint({
  method: 'POST',
  path: '/account/second-factor/new',
  summary: 'Makes a secret for an authenticator app; nothing is on yet.',
  audit: 'Ask for a second factor',
  capability: 'second-factor',
  input: v.object({ current_password: passwordSent }),
  answer: v.object({
    /** Base32, for typing. */
    secret: v.string(),
    /** The same secret as the URI of the QR code. */
    address: v.string(),
    /** To be returned with the first code. */
    enrolment: v.string(),
  }),
  failure: () => UNABLE_TO_SET_UP_SECOND_FACTOR,
})

/** Enables the factor by the first valid code of its secret, and ends the user's other sessions. */
export const secondFactorOn = endpoint({
  method: 'POST',
  path: '/account/second-factor/on',
  summary: 'Turns one’s second factor on by the first code of its secret.',
  audit: 'Turn on a second factor',
  capability: 'second-factor',
  input: v.object({ ...withCode.entries, enrolment: textSent }),
  answer: v.object({ recovery_codes: recoveryCodes, ended: countOrZero }),
  failure: () => UNABLE_TO_TURN_ON_SECOND_FACTOR,
})

/** Disables it by the password and a code, and ends the user's other sessions. */
export const secondFactorOff = endpoint({
  method: 'POST',
  path: '/account/second-factor/off',
  summary: 'Turns one’s second factor off by the password and a code.',
  audit: 'Turn off a second factor',
  capability: 'second-factor',
  input: withCode,
  answer: v.object({ ended: countOrZero }),
  failure: () => UNABLE_TO_TURN_OFF_SECOND_FACTOR,
})

/** Replaces the recovery codes, and ends the user's other sessions. */
export const recoveryCodesNew = endpoint({
  method: 'POST',
  path: '/account/second-factor/recovery-codes',
  summary: 'Makes new recovery codes in place of those before.',
  audit: 'Make recovery codes',
  capability: 'second-factor',
  input: withCode,
  answer: v.object({ recovery_codes: recoveryCodes, ended: countOrZero }),
  failure: () => UNABLE_TO_MAKE_RECOVERY_CODES,
})
