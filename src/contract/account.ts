import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { countOrZero, nameSent, passwordSent, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { UNABLE_TO_CHANGE_PASSWORD, UNABLE_TO_END_SESSION, UNABLE_TO_GET_SESSIONS } from '#domain/messages.ts'

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
