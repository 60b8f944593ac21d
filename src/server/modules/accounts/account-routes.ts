import { accountPassword, accountSessionEnd, accountSessions } from '#contract/account.ts'
import { refusedPassword } from '#server/platform/security/breached-passwords.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { malformed, meaningless, notFound, notSignedIn } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { inPasswordQueue, requirePassword } from '#server/modules/accounts/check-password.ts'
import { setPassword } from '#server/store/accounts/accounts.ts'

/** Changes the user's own password and lists their sessions. */
export function accountRoutes(api: Api<AccountServices>): void {
  const { sessions, settings } = api.services

  routeForChange(api, accountPassword, async (incoming) => {
    const { authenticate, validate, context, change, addDetails } = incoming
    const user = await authenticate()
    const { current_password, password } = await validate()
    const token = sessionToken(context, settings)
    if (token === null) throw notSignedIn()
    await requirePassword(incoming, user, current_password)
    const problem = await refusedPassword(settings.isBreached, password, user.username)
    if (problem !== null) throw meaningless(problem, 'password')
    const passwordHash = await inPasswordQueue(incoming, user.username, () =>
      hashPassword(password, settings.passwordCost),
    )
    const ended = await change(async (own) => {
      await setPassword(own, user.accountId, passwordHash)
      const others = await sessions.endOthers(own, user.accountId, token)
      addDetails({ ended: others })
      return { others }
    })
    return { ended: ended.others }
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
    await requirePassword(incoming, user, current_password)
    await change(async (own) => {
      if (!(await sessions.endById(own, user.accountId, session_id))) throw notFound('session')
    })
    return {}
  })
}
