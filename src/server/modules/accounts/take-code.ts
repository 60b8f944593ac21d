import { CODE_NEEDED, CODE_WRONG } from '#domain/messages.ts'
import { readCode } from '#domain/second-factor.ts'
import type { User } from '#server/model/user.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import type { IncomingChange } from '#server/platform/http/route-for-change.ts'
import { ANYWHERE, refuseThrottled } from '#server/modules/accounts/refuse-throttled.ts'
import { forgetSpentBefore } from '#server/store/accounts/second-factors.ts'
import type { RightCode } from '#server/modules/accounts/second-factors.ts'
import { withWriteLock, type Connection } from '#server/platform/db/database.ts'
import { isDoneMeanwhile } from '#server/platform/db/done-meanwhile.ts'

/** Whose code it is, and what it is refused with: not signed in at the login, meaningless to who is signed in. */
interface Whose {
  readonly user: User
  readonly status: 401 | 422
}

interface SentCode extends Whose {
  readonly typed: string
  /** The secret that is to be turned on by it, where none is on yet. */
  readonly sealed?: string
}

/**
 * The code that was sent, where it is right; refuses any other. One-time codes are so short that many addresses together
 * could guess one: there are so many tries for an account in all. Recovery codes nobody guesses, so that whoever knows
 * a password does not keep its owner out by this.
 */
export async function takeCode<Input>(
  incoming: IncomingChange<Input, AccountServices>,
  sent: SentCode,
): Promise<RightCode> {
  const { tellOf, context, services } = incoming
  const { user, status, typed } = sent
  if (typed.trim() === '') {
    services.throttle.withdraw(user.username, callerOf(context, services.settings).address)
    tellOf({ second_factor: 'asked for' })
    throw refusedCode(status, CODE_NEEDED)
  }
  tellOf({ second_factor: 'wrong' })
  const right = await rightCode(incoming, user, sent)
  if (!right) throw refusedCode(status, CODE_WRONG)
  tellOf({ second_factor: right.kind })
  return right
}

async function rightCode<Input>(
  incoming: Incoming<Input, AccountServices>,
  user: User,
  { typed, sealed }: SentCode,
): Promise<RightCode | null> {
  const { secondFactors } = incoming.services
  const code = readCode(typed)
  if (code === null) return null
  if (code.kind === 'code') refuseThrottled(incoming, user.username, ANYWHERE)
  return sealed === undefined
    ? secondFactors.rightCode(incoming.connection, user, code)
    : secondFactors.firstCode(user, sealed, code)
}

/** Does something by a code, which is used up with it or not at all; of two who come at once one is refused. */
export async function byCode<Result>(
  { services }: IncomingChange<unknown, AccountServices>,
  { user, status }: Whose,
  { step, spend }: RightCode,
  work: (spend: (connection: Connection) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const spendOrRefuse = async (connection: Connection) => {
    if (!(await spend(connection))) throw refusedCode(status, CODE_WRONG)
  }
  const result = await work(spendOrRefuse).catch((error: unknown) => {
    throw isDoneMeanwhile(error) ? refusedCode(status, CODE_WRONG) : error
  })
  if (step !== null) {
    services.throttle.succeeded(user.username, ANYWHERE)
    // Nobody waits for it, as the turn may be an import's.
    void withWriteLock(services.database, (own) => forgetSpentBefore(own, user.accountId, step)).catch(() => undefined)
  }
  return result
}

function refusedCode(status: Whose['status'], message: string): Refusal {
  return new Refusal(status, message, { issues: [{ path: 'code', message }] })
}
