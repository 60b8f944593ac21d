import { CODE_NEEDED, CODE_WRONG } from '#domain/messages.ts'
import { readCode } from '#domain/second-factor.ts'
import type { User } from '#server/model/user.ts'
import { ANYWHERE, refuseThrottled } from '#server/modules/accounts/login-throttle.ts'
import type { RightCode } from '#server/modules/accounts/second-factors.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { isWriteConflict } from '#server/platform/db/write-lock.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { IncomingChange } from '#server/platform/http/route-for-change.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import { forgetSpentBefore } from '#server/store/accounts/second-factors.ts'

/** The account of the code, and the refusal: 401 at the login, 422 for a signed-in user. */
interface Whose {
  readonly user: User
  readonly status: 401 | 422
}

interface SentCode extends Whose {
  readonly typed: string
  /** The secret to activate, where no second factor is active. */
  readonly sealed?: string
}

/**
 * Returns the code if it is valid, else refuses. Attempts per account are limited over all addresses, because one-time
 * codes are short. Recovery codes have no such limit, so that an attacker with the password cannot lock the owner out.
 */
export async function takeCode<Input>(
  incoming: IncomingChange<Input, AccountServices>,
  sent: SentCode,
): Promise<RightCode> {
  const { addDetails, context, services } = incoming
  const { user, status, typed } = sent
  if (typed.trim() === '') {
    services.throttle.withdraw(user.username, callerOf(context, services.settings).address)
    addDetails({ second_factor: 'asked for' })
    throw refusedCode(status, CODE_NEEDED)
  }
  addDetails({ second_factor: 'wrong' })
  const right = await rightCode(incoming, user, sent)
  if (!right) throw refusedCode(status, CODE_WRONG)
  addDetails({ second_factor: right.kind })
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

/** Uses a code for a change, both or neither; of two concurrent requests one is refused. */
export async function usingCode<Result>(
  { services }: IncomingChange<unknown, AccountServices>,
  { user, status }: Whose,
  { step, spend }: RightCode,
  work: (spend: (connection: Connection) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const spendOrRefuse = async (connection: Connection) => {
    if (!(await spend(connection))) throw refusedCode(status, CODE_WRONG)
  }
  const result = await work(spendOrRefuse).catch((error: unknown) => {
    throw isWriteConflict(error) ? refusedCode(status, CODE_WRONG) : error
  })
  if (step !== null) {
    services.throttle.succeeded(user.username, ANYWHERE)
    // Not awaited: an import may hold the write lock.
    void withWriteLock(services.database, (tx) => forgetSpentBefore(tx, user.accountId, step)).catch(() => undefined)
  }
  return result
}

function refusedCode(status: Whose['status'], message: string): Refusal {
  return new Refusal(status, message, { issues: [{ path: 'code', message }] })
}
