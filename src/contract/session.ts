import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { SecondFactor } from '#contract/shapes/second-factor.ts'
import { User } from '#contract/shapes/shapes.ts'
import { nameSent, passwordSent, count, countOrHidden, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { UNABLE_TO_GET_APP_INFO, UNABLE_TO_LOG_IN, UNABLE_TO_LOG_OUT } from '#domain/messages.ts'

const Stats = v.object({
  individuals: count,
  /** Individuals who are relatives without data; null where small counts are suppressed. */
  placeholders: countOrHidden,
  forms: count,
  studies: count,
  collections: count,
})

/** Versions and settings of a back end and its data. */
export const Versions = v.object({
  diverapp: textOrEmpty,
  diverweb: textOrEmpty,
  diverRPC: textOrEmpty,
  db_procs: textOrEmpty,
  db_edit: textOrEmpty,
  capabilities: v.nullish(v.array(v.string()), []),
  stats: v.nullish(Stats, null),
  /** The present release of the research data (capability "releases"). */
  release: v.nullish(v.object({ name: v.string(), made_at: v.string(), content_hash: textOrNull }), null),
  progress: v.nullish(v.object({ done: v.number(), of: v.number(), seconds_left: v.nullish(v.number(), null) }), null),
  /** The address for access requests. */
  access_request_url: textOrNull,
  /** Demo accounts; present only with synthetic data. */
  demo_accounts: v.nullish(v.array(v.object({ username: v.string(), password: v.string(), about: textOrEmpty })), []),
})

export type Versions = v.InferOutput<typeof Versions>

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Begins a session: the answer sets its cookie. A 401 with an issue of “code” asks for one.',
  audit: 'Log in',
  isOpen: true,
  /**
   * An account with a second factor also needs a one-time or recovery code (capability "second-factor"). Without a
   * valid one the response is a 401 whose issue has the path "code".
   */
  input: v.object({ username: nameSent, password: passwordSent, code: v.nullish(nameSent) }),
  answer: v.unknown(),
  failure: () => UNABLE_TO_LOG_IN,
})

export const logout = endpoint({
  method: 'GET',
  path: '/logout',
  summary: 'Ends the session.',
  audit: 'Log out',
  isOpen: true,
  input: v.object({}),
  answer: v.unknown(),
  failure: () => UNABLE_TO_LOG_OUT,
})

export const version = endpoint({
  method: 'GET',
  path: '/version',
  summary: 'The versions, the capabilities, and the size of the database.',
  isOpen: true,
  input: v.object({}),
  answer: Versions,
  failure: () => UNABLE_TO_GET_APP_INFO,
})

export const userinfo = endpoint({
  method: 'GET',
  path: '/userinfo',
  summary: 'Who is signed in, or null, and how long the session lasts.',
  isOpen: true,
  input: v.object({}),
  answer: v.object({
    current_user: v.nullish(User, null),
    versions: v.nullish(Versions, null),
    /** The session's idle timeout and remaining lifetime (beyond the specification). */
    session: v.nullish(v.object({ idle_seconds: v.number(), seconds_left: v.number() }), null),
    /** The signed-in user's; null from a back end without second factors. */
    second_factor: v.nullish(SecondFactor, null),
    /** Whether small counts are suppressed for the user: each new count takes room in the account's ledger. */
    disclosure_control: v.nullish(v.boolean(), false),
    /** Collections of which no individual is counted in any response, for want of access. */
    not_counted: v.nullish(v.array(v.string()), () => []),
  }),
  failure: () => UNABLE_TO_GET_APP_INFO,
})
