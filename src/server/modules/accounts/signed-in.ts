import type { Context } from 'hono'
import { SECOND_FACTOR_FIRST } from '#domain/messages.ts'
import type { User } from '#server/model/user.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import { notSignedIn, Refusal } from '#server/platform/http/refusal.ts'
import type { SignedInOptions } from '#server/platform/http/services.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { secondFactorState } from '#server/store/accounts/second-factors.ts'

/** Returns the user; refuses anonymous requests, and users without a required second factor. */
export async function signedIn(
  { sessions, settings }: Pick<AccountServices, 'sessions' | 'settings'>,
  connection: Connection,
  context: Context<ServerEnvironment>,
  { mayLackFactor = false }: SignedInOptions = {},
): Promise<User> {
  const token = sessionToken(context, settings)
  const user = token === null ? null : await sessions.userOf(connection, token)
  if (!user) throw notSignedIn()
  if (settings.requiresSecondFactor && !mayLackFactor) {
    const { isOn } = await secondFactorState(connection, user.accountId)
    if (!isOn) throw new Refusal(403, SECOND_FACTOR_FIRST)
  }
  return user
}
