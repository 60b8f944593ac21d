import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { nameSent, passwordSent, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX, TOKEN_NAME_MAX } from '#domain/limits.ts'
import { UNABLE_TO_GET_TOKENS, UNABLE_TO_MAKE_TOKEN, UNABLE_TO_REVOKE_TOKEN } from '#domain/messages.ts'
import { TOKEN_SCOPES } from '#domain/token-scopes.ts'

const Scopes = v.pipe(v.array(v.picklist(TOKEN_SCOPES)), v.minLength(1, 'Expected a scope'))

const AccessToken = v.object({
  token_id: textOrEmpty,
  name: textOrEmpty,
  scopes: v.nullish(v.array(v.string()), []),
  /** ISO 8601, in UTC; the last use is rounded to the minute, and null before the first. */
  made_at: textOrEmpty,
  expires_at: textOrEmpty,
  used_at: textOrNull,
})

export const tokenList = endpoint({
  method: 'GET',
  path: '/account/tokens',
  summary: 'One’s own access tokens that have not expired, without their secrets.',
  capability: 'tokens',
  input: v.object({}),
  answer: v.object({ data: v.array(AccessToken) }),
  failure: () => UNABLE_TO_GET_TOKENS,
})

export const tokenNew = endpoint({
  method: 'POST',
  path: '/account/tokens/new',
  summary: 'Makes an access token; its secret is in this answer alone.',
  audit: 'Make an access token',
  capability: 'tokens',
  input: v.object({
    current_password: passwordSent,
    name: v.pipe(nameSent, v.trim(), v.nonEmpty('Expected a name'), v.maxLength(TOKEN_NAME_MAX)),
    scopes: Scopes,
    /** Days until it expires. */
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TOKEN_DAYS_MAX)), TOKEN_DAYS_DEFAULT),
  }),
  answer: v.object({ token_id: v.string(), token: v.string(), expires_at: v.string() }),
  failure: () => UNABLE_TO_MAKE_TOKEN,
})

export const tokenRevoke = endpoint({
  method: 'POST',
  path: '/account/tokens/revoke',
  summary: 'Revokes one of one’s own access tokens at once.',
  audit: 'Revoke an access token',
  capability: 'tokens',
  input: v.object({ token_id: nameSent }),
  answer: v.object({}),
  failure: () => UNABLE_TO_REVOKE_TOKEN,
})
