import { accountPassword, accountSessionEnd, accountSessions } from '#contract/account.ts'
import { passwordProblem } from '#domain/passwords.ts'
import type { User } from '#server/accounts/user.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { callerOf } from '#server/http/caller.ts'
import { malformed, meaningless, notFound, notSignedIn } from '#server/http/refusal.ts'
import { routeForChange } from '#server/http/route-for-change.ts'
import { routeForExtension, type Api, type Incoming } from '#server/http/route-for.ts'
import { sessionToken } from '#server/http/session-cookie.ts'
import { refuseThrottled } from '#server/routes/refuse-throttled.ts'
import { findCredentials, setPassword } from '#server/queries/accounts.ts'

/** One's own password, and where one is signed in. */
export function accountRoutes(api: Api): void {
  const { sessions, settings } = api.services
  if (!settings.capabilities.includes('own-account')) return

  routeForChange(api, accountPassword, async (incoming) => {
    const { authenticate, validate, context, change, tellOf } = incoming
    const user = await authenticate()
    const { current_password, password } = await validate()
    const token = sessionToken(context, settings)
    if (token === null) throw notSignedIn()
    await requirePassword(incoming, user, current_password)
    const problem = passwordProblem(password, user.username)
    if (problem !== null) throw meaningless(problem, 'password')
    const passwordHash = await hashPassword(password, settings.passwordCost)
    const ended = await change(async (own) => {
      await setPassword(own, user.accountId, passwordHash)
      const others = await sessions.endOthers(own, user.accountId, token)
      tellOf({ ended: others })
      return { others }
    })
    return { ended: ended.others }
  })

  routeForExtension(api, 'own-account', accountSessions, async ({ authenticate, connection, context }) => {
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

/** Somebody else at the keyboard may guess no oftener here than at the login. */
async function requirePassword<Input>(incoming: Incoming<Input>, user: User, password: string): Promise<void> {
  const { connection, context, services } = incoming
  refuseThrottled(incoming, user.username)
  const credentials = await findCredentials(connection, user.username)
  if (!(await services.checkPassword(credentials?.passwordHash ?? null, password))) {
    throw meaningless('This is not your password.', 'current_password')
  }
  services.throttle.succeeded(user.username, callerOf(context, services.settings).address)
}
