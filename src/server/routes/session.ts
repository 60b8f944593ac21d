import { login, logout, userinfo, version } from '#contract/session.ts'
import { SESSION_IDLE_SECONDS } from '#domain/limits.ts'
import { callerOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isImporting } from '#server/import/import-folder.ts'
import { routeForChange } from '#server/http/route-for-change.ts'
import { routeFor, type Api } from '#server/http/route-for.ts'
import { giveSessionToken, sessionToken, takeSessionToken } from '#server/http/session-cookie.ts'
import { presentUser } from '#server/routes/present-user.ts'
import { presentVersions } from '#server/routes/present-versions.ts'
import { refuseThrottled } from '#server/routes/refuse-throttled.ts'
import { findCredentials } from '#server/queries/accounts.ts'

/** Signing in and out, and who is signed in (spec section 7). */
export function sessionRoutes(api: Api): void {
  routeForChange(api, login, async (incoming) => {
    const { validate, connection, context, services, add, callFor } = incoming
    const { settings, throttle, sessions, checkPassword } = services
    const { username, password } = await validate()
    const credentials = await findCredentials(connection, username)
    // What an unknown user typed is not written down: it may be a password.
    if (credentials) callFor(credentials.user.username)
    refuseThrottled(incoming, username)
    const isRight = await checkPassword(credentials?.passwordHash ?? null, password)
    if (!isRight || !credentials) throw new Refusal(401, 'The user name or the password is wrong.')
    throttle.succeeded(username, callerOf(context, settings).address)
    const before = sessionToken(context, settings)
    const token = await add((own) => sessions.begin(own, credentials.user.accountId, before))
    giveSessionToken(context, settings, token)
    return { current_user: presentUser(credentials.user, await services.statistics(connection)) }
  })

  routeForChange(api, logout, async ({ connection, context, services, add, callFor }) => {
    const token = sessionToken(context, services.settings)
    const user = token === null ? null : await services.sessions.userOf(connection, token)
    if (user) callFor(user.username)
    if (token !== null && user) {
      const ending = services.sessions.end(token)
      // It is over at once; that it is so after another start too waits for an import that goes on.
      if (!isImporting(services.database)) await ending
      await add(async () => undefined)
    }
    takeSessionToken(context, services.settings)
    return {}
  })

  routeFor(api, version, ({ connection, services }) => presentVersions(connection, services))

  routeFor(api, userinfo, async ({ connection, context, services }) => {
    const token = sessionToken(context, services.settings)
    const user = token === null ? null : await services.sessions.userOf(connection, token)
    return {
      current_user: user && presentUser(user, await services.statistics(connection)),
      versions: await presentVersions(connection, services),
      session:
        user && token !== null
          ? { idle_seconds: SESSION_IDLE_SECONDS, seconds_left: await services.sessions.secondsLeft(connection, token) }
          : null,
    }
  })
}
