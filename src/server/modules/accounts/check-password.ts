import type { User } from '#server/model/user.ts'
import { refuseThrottled } from '#server/modules/accounts/login-throttle.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { meaningless, type Refusal } from '#server/platform/http/refusal.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import { hashPassword, isPassword, type PasswordCost } from '#server/platform/security/passwords.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'

interface TypedPassword {
  readonly username: string
  /** Null for an unknown user, whose check takes the same time. */
  readonly passwordHash: string | null
  readonly password: string
}

/**
 * Checks a password in the password queue, and then a further condition, such as a code. Returns null for a wrong
 * password. The attempt counts as failed unless both are right.
 */
export async function checkPasswordAnd<Input, Result>(
  incoming: Incoming<Input, AccountServices>,
  { username, passwordHash, password }: TypedPassword,
  andThen: () => Promise<Result>,
): Promise<Result | null> {
  const { context, services } = incoming
  return inPasswordQueue(incoming, username, async () => {
    refuseThrottled(incoming, username)
    if (!(await services.checkPassword(passwordHash, password))) return null
    const result = await andThen()
    services.throttle.succeeded(username, callerOf(context, services.settings).address)
    return result
  })
}

/** Runs password hashing in the password queue; a login entered the queue before. */
export async function inPasswordQueue<Input, Result>(
  { context, services }: Incoming<Input, AccountServices>,
  username: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { address } = callerOf(context, services.settings)
  const acquired = context.get('releasePasswordSlot')
  const end = acquired ?? (await services.passwordQueue.acquire({ username, address }, context.req.raw.signal))
  try {
    return await work()
  } finally {
    end()
  }
}

/** Whether the password matches the hash. Without a hash (unknown user) false, after the same work. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>

export function createPasswordCheck(cost: PasswordCost): PasswordCheck {
  const nobodysHash = hashPassword('the password of nobody', cost)
  return async (passwordHash, password) => {
    const isRight = await isPassword(passwordHash ?? (await nobodysHash), password)
    return isRight && passwordHash !== null
  }
}

/** Refuses if the password of the account is no longer the checked one: call it inside the change (compare-and-set). */
export type RequireSamePassword = (tx: Connection) => Promise<void>

/** Refuses a wrong password of the account. */
export async function requirePassword<Input>(
  incoming: Incoming<Input, AccountServices>,
  user: User,
  password: string,
): Promise<RequireSamePassword> {
  return (await requirePasswordAnd(incoming, user, password, () => Promise.resolve())).requireSame
}

/** The same with a further condition. The limit equals the login's, because the session may be hijacked. */
export async function requirePasswordAnd<Input, Result>(
  incoming: Incoming<Input, AccountServices>,
  user: User,
  password: string,
  andThen: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly requireSame: RequireSamePassword }> {
  const { username } = user
  const hashIn = async (connection: Connection) => (await findCredentials(connection, username))?.passwordHash ?? null
  const passwordHash = await hashIn(incoming.connection)
  const right = await checkPasswordAnd(incoming, { username, passwordHash, password }, async () => ({
    result: await andThen(),
  }))
  if (right === null) throw wrongPassword()
  const requireSame = async (tx: Connection) => {
    if ((await hashIn(tx)) !== passwordHash) throw wrongPassword()
  }
  return { result: right.result, requireSame }
}

function wrongPassword(): Refusal {
  return meaningless('This is not your password.', 'current_password')
}
