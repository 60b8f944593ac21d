import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { countOrZero, nameSent, passwordSent, textOrEmpty, textOrNull, textSent } from '#contract/shapes/values.ts'
import {
  UNABLE_TO_CHANGE_PASSWORD,
  UNABLE_TO_END_SESSION,
  UNABLE_TO_GET_SESSIONS,
  UNABLE_TO_MAKE_RECOVERY_CODES,
  UNABLE_TO_SET_UP_SECOND_FACTOR,
  UNABLE_TO_TURN_OFF_SECOND_FACTOR,
  UNABLE_TO_TURN_ON_SECOND_FACTOR,
} from '#domain/messages.ts'

const OwnSession = v.object({
  session_id: textOrEmpty,
  /** The client program, such as "Firefox on Linux"; null if unknown. */
  program: textOrNull,
  /** ISO 8601, in UTC; the last use is rounded to the minute. */
  begun_at: textOrEmpty,
  used_at: textOrEmpty,
  /** Whether it is the session of this request. */
  is_own: v.nullish(v.boolean(), false),
})

export const accountPassword = endpoint({
  method: 'POST',
  path: '/account/password',
  summary: 'Changes one’s own password and ends one’s other sessions.',
  audit: 'Change one’s password',
  capability: 'own-account',
  input: v.object({ current_password: passwordSent, password: passwordSent }),
  /** The number of other sessions ended. */
  answer: v.object({ ended: countOrZero }),
  failure: () => UNABLE_TO_CHANGE_PASSWORD,
})

export const accountSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  summary: 'Where one is signed in, one’s own session first.',
  capability: 'own-account',
  input: v.object({}),
  answer: v.object({ data: v.array(OwnSession) }),
  failure: () => UNABLE_TO_GET_SESSIONS,
})

export const accountSessionEnd = endpoint({
  method: 'POST',
  path: '/account/sessions/end',
  summary: 'Ends one of one’s own sessions.',
  audit: 'End a session',
  capability: 'own-account',
  input: v.object({ session_id: nameSent, current_password: passwordSent }),
  answer: v.object({}),
  failure: () => UNABLE_TO_END_SESSION,
})

const withCode = v.object({ current_password: passwordSent, code: nameSent })
/** Shown once: the back end keeps their hashes. */
const recoveryCodes = v.array(v.string())

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
