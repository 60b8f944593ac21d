import { recoveryCodesNew, secondFactorNew, secondFactorOff, secondFactorOn } from '#contract/second-factor.ts'
import type { User } from '#server/model/user.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { conflict, notSignedIn } from '#server/platform/http/refusal.ts'
import { routeForChange, type IncomingChange } from '#server/platform/http/route-for-change.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import {
  deleteSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  secondFactorState,
} from '#server/store/accounts/second-factors.ts'
import { requirePassword, requirePasswordAnd } from '#server/modules/accounts/check-password.ts'
import { usingCode, takeCode } from '#server/modules/accounts/take-code.ts'
import type { Connection } from '#server/platform/db/database.ts'

interface ChangeInput {
  readonly current_password: string
  readonly code: string
}

interface FactorChange<Input> {
  /** Whether the account must have a second factor. */
  readonly isOn: boolean
  /** The encrypted secret of the code, where no factor is active yet. */
  readonly sealed?: (input: Input) => string
  readonly work: (own: Connection, user: User, input: Input) => Promise<unknown>
}

/** The user's own second factor (OWASP ASVS 6.3.3): each change needs the password and a code. */
export function secondFactorRoutes(api: Api<AccountServices>): void {
  const { secondFactors, sessions, settings } = api.services

  routeForChange(api, secondFactorNew, async (incoming) => {
    const user = await incoming.authenticate({ mayLackFactor: true })
    const { current_password } = await incoming.validate()
    await requireState(incoming.connection, user, false)
    await requirePassword(incoming, user, current_password)
    const { secret, address, sealed } = await secondFactors.newSecret(user)
    await incoming.add(() => Promise.resolve())
    return { secret, address, enrolment: sealed }
  })

  routeForChange(api, secondFactorOn, async (incoming) => {
    const { shown, stored: kept } = secondFactors.newRecoveryCodes()
    const ended = await changeFactor(incoming, {
      isOn: false,
      sealed: ({ enrolment }) => enrolment,
      work: async (own, { accountId }, { enrolment }) => {
        await insertSecondFactor(own, accountId, enrolment)
        await replaceRecoveryCodes(own, accountId, kept)
      },
    })
    return { recovery_codes: shown, ended }
  })

  routeForChange(api, secondFactorOff, async (incoming) => {
    const work = (own: Connection, { accountId }: User) => deleteSecondFactor(own, accountId)
    return { ended: await changeFactor(incoming, { isOn: true, work }) }
  })

  routeForChange(api, recoveryCodesNew, async (incoming) => {
    const { shown, stored: kept } = secondFactors.newRecoveryCodes()
    const work = (own: Connection, { accountId }: User) => replaceRecoveryCodes(own, accountId, kept)
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
    const code = await requirePasswordAnd(incoming, user, input.current_password, () =>
      takeCode(incoming, { ...whose, typed: input.code, ...(sealed && { sealed: sealed(input) }) }),
    )
    return usingCode(incoming, whose, code, async (spend) => {
      const done = await incoming.change(async (own) => {
        // Another tab may have changed it meanwhile.
        await requireState(own, user, isOn)
        await spend(own)
        await work(own, user, input)
        const ended = await sessions.endOthers(own, user.accountId, token)
        incoming.addDetails({ ended })
        return { ended }
      })
      return done.ended
    })
  }
}

async function requireState(connection: Connection, { accountId }: User, isOn: boolean): Promise<void> {
  if ((await secondFactorState(connection, accountId)).isOn === isOn) return
  throw conflict(isOn ? 'This account has no second factor.' : 'This account has a second factor already.')
}
