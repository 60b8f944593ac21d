import { namesOfCapabilities } from '#contract/capabilities.ts'
import { login, logout, userinfo, version, type Versions } from '#contract/session.ts'
import type { SecondFactor } from '#contract/shapes/second-factor.ts'
import { ADMIN } from '#domain/access.ts'
import { SESSION_IDLE_SECONDS, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { differenceFor, disclosureFor } from '#server/disclosure/reader-counts.ts'
import type { Statistics } from '#server/model/statistics.ts'
import type { User } from '#server/model/user.ts'
import { checkPasswordAnd } from '#server/modules/accounts/check-password.ts'
import type { RightCode } from '#server/modules/accounts/second-factors.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { userOf } from '#server/modules/accounts/signed-in.ts'
import { logUnaudited, startSession, wrongCredentials } from '#server/modules/accounts/start-session.ts'
import { takeCode } from '#server/modules/accounts/take-code.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'
import { routeForChange, type IncomingChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { setSessionCookie, sessionToken, deleteSessionCookie } from '#server/platform/http/session-cookie.ts'
import { findCredentials, demoUsernames, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'
import { secondFactorState } from '#server/store/accounts/second-factors.ts'
import { releasesOf } from '#server/store/releases/releases.ts'
import { isImporting } from '#server/store/running-import.ts'

/** Sign in, sign out, and the signed-in user (spec section 7). */
export function sessionRoutes(api: Api<AccountServices>): void {
  routeForChange(api, login, async (incoming) => {
    const { validate, connection, context, services, auditAs } = incoming
    const { settings } = services
    const { username, password, code } = await validate()
    const credentials = await findCredentials(connection, username)
    // An unknown user name is not audited: it may be a password.
    if (credentials) auditAs(credentials.user.username)
    const passwordHash = credentials?.passwordHash ?? null
    const right = await checkPasswordAnd(incoming, { username, passwordHash, password }, async () =>
      credentials ? codeOf(incoming, credentials.user, code ?? '') : null,
    )
    if (right === null || !credentials) throw wrongCredentials()
    // Read before the session begins: a login that fails leaves none.
    const current_user = presentUser(credentials.user, await services.statistics(connection))
    setSessionCookie(context, settings, await startSession(incoming, credentials, right.code))
    return { current_user }
  })

  routeForChange(api, logout, async (incoming) => {
    const { connection, context, services, add, auditAs } = incoming
    const token = sessionToken(context, services.settings)
    const user = token === null ? null : await services.sessions.userOf(connection, token)
    if (user) auditAs(user.username)
    // An earlier logout may have failed to store the end.
    if (token !== null && (user || services.sessions.isUnstoredEnd(token))) {
      const ending = services.sessions.end(token)
      try {
        // The session ends at once in memory. Its row waits for the write lock, which an import may hold.
        if (isImporting(services.database)) ending.catch(() => undefined)
        else await ending
        await add(async () => undefined)
      } catch (error) {
        if (!isDiskFull(error)) throw error
        if (user) logUnaudited(incoming, user.username)
      }
    }
    deleteSessionCookie(context, services.settings)
    return {}
  })

  // The session is not read: the front end polls this endpoint, which would prolong the session.
  routeFor(api, version, ({ connection, services }) => presentVersions(connection, services, null))

  routeFor(api, userinfo, async ({ connection, context, services }) => {
    const token = sessionToken(context, services.settings)
    const user = await userOf(services, connection, context, userinfo)
    const statistics = await services.statistics(connection)
    return {
      current_user: user && presentUser(user, statistics),
      versions: await presentVersions(connection, services, user),
      session:
        user && user.tokenId === undefined && token !== null
          ? { idle_seconds: SESSION_IDLE_SECONDS, seconds_left: await services.sessions.secondsLeft(connection, token) }
          : null,
      second_factor: user && (await presentSecondFactor(connection, services, user)),
      ...(user ? disclosureFor(user, statistics.collectionCodes) : { disclosure_control: false, not_counted: [] }),
    }
  })
}

/** The valid code of an account with a second factor, else null. Called after the password check only. */
async function codeOf(
  incoming: IncomingChange<unknown, AccountServices>,
  user: User,
  typed: string,
): Promise<{ readonly code: RightCode | null }> {
  const { isOn } = await secondFactorState(incoming.connection, user.accountId)
  return { code: isOn ? await takeCode(incoming, { user, status: 401, typed }) : null }
}

/** The response of /userinfo; the collections are a JSON string. */
function presentUser(user: User, { collectionCodes }: Statistics) {
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    privileges: user.isAdmin ? [ADMIN] : user.collections,
    collections: JSON.stringify(user.isAdmin ? collectionCodes : user.collections),
  }
}

/** The second factor in /userinfo; null where the server offers none. */
async function presentSecondFactor(
  connection: Connection,
  { settings }: Pick<AccountServices, 'settings'>,
  { accountId }: User,
): Promise<SecondFactor | null> {
  if (!settings.capabilities.includes('second-factor')) return null
  const { isOn, codesLeft } = await secondFactorState(connection, accountId)
  return { is_on: isOn, is_required: settings.requiresSecondFactor, recovery_codes_left: codesLeft }
}

/**
 * The response of /version: components, capabilities, data and demo accounts. The database engine and its version are
 * for signed-in users only (ASVS 13.4.6).
 */
export async function presentVersions(
  connection: Connection,
  services: Pick<AccountServices, 'database' | 'settings' | 'statistics'>,
  user: User | null,
): Promise<Versions> {
  const { individuals, placeholders, forms, studies, collectionCodes } = await services.statistics(connection)
  const usernames = await demoUsernames(connection)
  const [release] = await releasesOf(connection)
  const { minimumCell } = services.settings
  const reader = user ?? { isAdmin: false, collections: [], minimumCell }
  return {
    diverapp: APP_VERSION,
    diverweb: FRONT_END_VERSION,
    diverRPC: APP_VERSION,
    db_procs: user ? `${APP_VERSION} (${services.database.version})` : APP_VERSION,
    db_edit: `schema ${SCHEMA_VERSION}`,
    capabilities: namesOfCapabilities(services.settings.capabilities),
    stats: {
      individuals,
      // With this number, the individuals without a record of a form could be calculated.
      placeholders: differenceFor(reader, () => placeholders),
      forms,
      studies,
      collections: collectionCodes.length,
    },
    release: release
      ? {
          name: release.name,
          made_at: new Date(release.madeAt).toISOString(),
          content_hash: differenceFor(reader, () => release.contentHash),
        }
      : null,
    progress: null,
    access_request_url: services.settings.accessRequestUrl,
    demo_accounts: DEMO_ACCOUNTS.filter(({ username }) => usernames.includes(username)).map(
      ({ username, password, about }) => ({ username, password, about }),
    ),
  }
}
