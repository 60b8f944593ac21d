import type { User } from '#server/model/user.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { meaningless } from '#server/platform/http/refusal.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import { checkPasswordAnd } from '#server/modules/accounts/check-password.ts'

/** Refuses a wrong password of the account. */
export function requirePassword<Input>(
  incoming: Incoming<Input, AccountServices>,
  user: User,
  password: string,
): Promise<void> {
  return requirePasswordAnd(incoming, user, password, () => Promise.resolve())
}

/** The same with a further condition. The limit equals the login's, because the session may be hijacked. */
export async function requirePasswordAnd<Input, Result>(
  incoming: Incoming<Input, AccountServices>,
  user: User,
  password: string,
  andThen: () => Promise<Result>,
): Promise<Result> {
  const { username } = user
  const passwordHash = (await findCredentials(incoming.connection, username))?.passwordHash ?? null
  const right = await checkPasswordAnd(incoming, { username, passwordHash, password }, async () => ({
    result: await andThen(),
  }))
  if (right === null) throw meaningless('This is not your password.', 'current_password')
  return right.result
}
