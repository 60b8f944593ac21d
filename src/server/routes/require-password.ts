import type { User } from '#server/accounts/user.ts'
import { callerOf } from '#server/http/caller.ts'
import { meaningless } from '#server/http/refusal.ts'
import type { Incoming } from '#server/http/route-for.ts'
import { findCredentials } from '#server/queries/accounts.ts'
import { refuseThrottled } from '#server/routes/refuse-throttled.ts'

/** Refuses who does not know the account's password. */
export function requirePassword<Input>(incoming: Incoming<Input>, user: User, password: string): Promise<void> {
  return requirePasswordAnd(incoming, user, password, () => Promise.resolve())
}

/**
 * The same, and what else has to be right before the attempt is one that succeeded. Somebody else at the keyboard may
 * guess no oftener here than at the login.
 */
export async function requirePasswordAnd<Input, Result>(
  incoming: Incoming<Input>,
  user: User,
  password: string,
  andThen: () => Promise<Result>,
): Promise<Result> {
  const { connection, context, services } = incoming
  refuseThrottled(incoming, user.username)
  const credentials = await findCredentials(connection, user.username)
  if (!(await services.checkPassword(credentials?.passwordHash ?? null, password))) {
    throw meaningless('This is not your password.', 'current_password')
  }
  const result = await andThen()
  services.throttle.succeeded(user.username, callerOf(context, services.settings).address)
  return result
}
