import type { Context } from 'hono'
import { SECOND_FACTOR_FIRST } from '#domain/messages.ts'
import { TOKEN_PREFIX } from '#domain/token-scopes.ts'
import type { User } from '#server/model/user.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import { notSignedIn, Refusal } from '#server/platform/http/refusal.ts'
import type { SignedInOptions } from '#server/platform/http/services.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { secondFactorState } from '#server/store/accounts/second-factors.ts'

const BEARER = /^bearer (.+)$/i

/** The access token of the header; null for other credentials, such as those of a proxy. */
function accessTokenOf(context: Context<ServerEnvironment>): string | null {
  const [, token = ''] = BEARER.exec(context.req.header('authorization') ?? '') ?? []
  return token.startsWith(TOKEN_PREFIX) ? token : null
}

type Callers = Pick<AccountServices, 'sessions' | 'accessTokens' | 'settings'>

/** The user of the access token, or else of the session; null without either. Refuses a token that does not suffice. */
export async function userOf(
  { sessions, accessTokens, settings }: Callers,
  connection: Connection,
  context: Context<ServerEnvironment>,
  endpoint: SignedInOptions['endpoint'],
): Promise<User | null> {
  const accessToken = settings.capabilities.includes('tokens') ? accessTokenOf(context) : null
  if (accessToken !== null) return accessTokens.userOf(connection, accessToken, endpoint)
  const token = sessionToken(context, settings)
  return token === null ? null : sessions.userOf(connection, token)
}

/** Returns the user; refuses anonymous requests, and users without a required second factor. */
export async function signedIn(
  callers: Callers,
  connection: Connection,
  context: Context<ServerEnvironment>,
  { mayLackFactor = false, endpoint }: SignedInOptions = {},
): Promise<User> {
  const user = await userOf(callers, connection, context, endpoint)
  if (!user) throw notSignedIn()
  if (callers.settings.requiresSecondFactor && !mayLackFactor) {
    const { isOn } = await secondFactorState(connection, user.accountId)
    if (!isOn) throw new Refusal(403, SECOND_FACTOR_FIRST)
  }
  return user
}
