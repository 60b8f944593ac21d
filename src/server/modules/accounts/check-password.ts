import { callerOf } from '#server/platform/http/caller.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import { refuseThrottled } from '#server/modules/accounts/refuse-throttled.ts'

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
