import {
  accountPassword,
  accountSessionEnd,
  accountSessions,
  recoveryCodesNew,
  secondFactorNew,
  secondFactorOff,
  secondFactorOn,
} from '#contract/account.ts'
import { ENROLMENT_OVER } from '#domain/messages.ts'
import type { User } from '#server/model/user.ts'
import { inPasswordQueue, requirePassword, requirePasswordAnd } from '#server/modules/accounts/check-password.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { usingCode, takeCode } from '#server/modules/accounts/take-code.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { malformed, meaningless, notFound, notSignedIn, conflict } from '#server/platform/http/refusal.ts'
import { routeForChange, type IncomingChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { refusedPassword } from '#server/platform/security/breached-passwords.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { setPassword } from '#server/store/accounts/accounts.ts'
import {
  deleteEnrolment,
  deleteSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  secondFactorState,
  storeEnrolment,
} from '#server/store/accounts/second-factors.ts'

/** Changes the user's own password and lists their sessions. */
export function accountRoutes(api: Api<AccountServices>): void {
  const { sessions, settings } = api.services

  routeForChange(api, accountPassword, async (incoming) => {
    const { authenticate, validate, context, change, addDetails } = incoming
    const user = await authenticate()
    const { current_password, password } = await validate()
    const token = sessionToken(context, settings)
    if (token === null) throw notSignedIn()
    const requireSame = await requirePassword(incoming, user, current_password)
    const problem = await refusedPassword(settings.isBreached, password, user.username)
    if (problem !== null) throw meaningless(problem, 'password')
    const passwordHash = await inPasswordQueue(incoming, user.username, () =>
      hashPassword(password, settings.passwordCost),
    )
    const ended = await change(async (tx) => {
      await requireSame(tx)
      await setPassword(tx, user.accountId, passwordHash)
      const others = await sessions.endOthers(tx, user.accountId, token)
      addDetails({ ended: others })
      return { others }
    })
    return { ended: ended.others + (await endConcurrent(incoming, user, token)) }
  })

  routeFor(api, accountSessions, async ({ authenticate, connection, context }) => {
    const user = await authenticate()
    return { data: await sessions.listOf(connection, user.accountId, sessionToken(context, settings)) }
  })

  routeForChange(api, accountSessionEnd, async (incoming) => {
    const { authenticate, validate, change } = incoming
    const user = await authenticate()
    const { session_id, current_password } = await validate()
    if (session_id === '') throw malformed([{ path: 'session_id', message: 'Expected a session' }])
    const requireSame = await requirePassword(incoming, user, current_password)
    await change(async (tx) => {
      await requireSame(tx)
      if (!(await sessions.endById(tx, user.accountId, session_id))) throw notFound('session')
    })
    return {}
  })
}

interface ChangeInput {
  readonly current_password: string
  readonly code: string
}

interface FactorChange<Input> {
  /** Whether the account must have a second factor. */
  readonly isOn: boolean
  /** The encrypted secret of the code, where no factor is active yet. */
  readonly sealed?: (input: Input) => string
  readonly work: (tx: Connection, user: User, input: Input) => Promise<unknown>
}

/** The user's own second factor (OWASP ASVS 6.3.3): each change needs the password and a code. */
export function secondFactorRoutes(api: Api<AccountServices>): void {
  const { secondFactors, sessions, settings } = api.services

  routeForChange(api, secondFactorNew, async (incoming) => {
    const user = await incoming.authenticate({ mayLackFactor: true })
    const { current_password } = await incoming.validate()
    await requireState(incoming.connection, user, false)
    const requireSame = await requirePassword(incoming, user, current_password)
    const { secret, address, sealed } = await secondFactors.newSecret(user)
    await incoming.change(async (tx) => {
      await requireState(tx, user, false)
      await requireSame(tx)
      await storeEnrolment(tx, user.accountId, sealed)
    })
    return { secret, address, enrolment: sealed }
  })

  routeForChange(api, secondFactorOn, async (incoming) => {
    const { shown, stored: kept } = secondFactors.newRecoveryCodes()
    const ended = await changeFactor(incoming, {
      isOn: false,
      sealed: ({ enrolment }) => enrolment,
      work: async (tx, { accountId }, { enrolment }) => {
        if (!(await deleteEnrolment(tx, accountId, enrolment))) throw conflict(ENROLMENT_OVER)
        await insertSecondFactor(tx, accountId, enrolment)
        await replaceRecoveryCodes(tx, accountId, kept)
      },
    })
    return { recovery_codes: shown, ended }
  })

  routeForChange(api, secondFactorOff, async (incoming) => {
    const work = (tx: Connection, { accountId }: User) => deleteSecondFactor(tx, accountId)
    return { ended: await changeFactor(incoming, { isOn: true, work }) }
  })

  routeForChange(api, recoveryCodesNew, async (incoming) => {
    const { shown, stored: kept } = secondFactors.newRecoveryCodes()
    const work = (tx: Connection, { accountId }: User) => replaceRecoveryCodes(tx, accountId, kept)
    return { recovery_codes: shown, ended: await changeFactor(incoming, { isOn: true, work }) }
  })

  /** Returns the number of other sessions that were ended. */
  async function changeFactor<Input extends ChangeInput>(
    incoming: IncomingChange<Input, AccountServices>,
    { isOn, sealed, work }: FactorChange<Input>,
  ): Promise<number> {
    const user = await incoming.authenticate({ mayLackFactor: true })
    const input = await incoming.validate()
    const token = sessionToken(incoming.context, settings)
    if (token === null) throw notSignedIn()
    await requireState(incoming.connection, user, isOn)
    const whose = { user, status: 422 } as const
    const { result: code, requireSame } = await requirePasswordAnd(incoming, user, input.current_password, () =>
      takeCode(incoming, { ...whose, typed: input.code, ...(sealed && { sealed: sealed(input) }) }),
    )
    return usingCode(incoming, whose, code, async (spend) => {
      const done = await incoming.change(async (tx) => {
        // Another tab may have changed it meanwhile.
        await requireState(tx, user, isOn)
        await requireSame(tx)
        await spend(tx)
        await work(tx, user, input)
        const ended = await sessions.endOthers(tx, user.accountId, token)
        incoming.addDetails({ ended })
        return { ended }
      })
      return done.ended + (await endConcurrent(incoming, user, token))
    })
  }
}

/** Ends sessions that began during the change. The change is made already, so a failure is only logged. */
async function endConcurrent(
  { connection, services: { sessions, log } }: IncomingChange<unknown, AccountServices>,
  { accountId }: User,
  token: string,
): Promise<number> {
  try {
    return await sessions.endConcurrent(connection, accountId, token)
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : '' }, 'sessions that began meanwhile were not ended')
    return 0
  }
}

async function requireState(connection: Connection, { accountId }: User, isOn: boolean): Promise<void> {
  if ((await secondFactorState(connection, accountId)).isOn === isOn) return
  throw conflict(isOn ? 'This account has no second factor.' : 'This account has a second factor already.')
}
