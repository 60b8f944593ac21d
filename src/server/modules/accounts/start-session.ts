import { setTimeout } from 'node:timers/promises'
import { programOf } from '#server/modules/accounts/program-of.ts'
import type { RightCode } from '#server/modules/accounts/second-factors.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { usingCode } from '#server/modules/accounts/take-code.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { IncomingChange } from '#server/platform/http/route-for-change.ts'
import { sessionToken } from '#server/platform/http/session-cookie.ts'
import { findCredentials, type Credentials } from '#server/store/accounts/accounts.ts'
import { secondFactorState } from '#server/store/accounts/second-factors.ts'
import { isImporting } from '#server/store/running-import.ts'

type Incoming = IncomingChange<unknown, AccountServices>

export function wrongCredentials(): Refusal {
  return new Refusal(401, 'The user name or the password is wrong.')
}

/**
 * Starts a session, in memory if the disk is full, and marks the code as used, if there is one. Ends the session that it
 * replaces. Returns the token.
 */
export async function startSession(
  incoming: Incoming,
  credentials: Credentials,
  code: RightCode | null,
): Promise<string> {
  const { context, services } = incoming
  const { sessions, settings } = services
  const { user } = credentials
  const begun = { accountId: user.accountId, program: programOf(context.req.header('user-agent')) }
  const token = await storeSession(incoming, credentials, code, begun).catch((error: unknown) => {
    if (!isDiskFull(error) || code?.spendInMemory() === false) throw error
    logUnaudited(incoming, user.username)
    return sessions.beginInMemory(begun)
  })
  try {
    if (!(await areUnchanged(incoming, credentials, code))) throw wrongCredentials()
    await endReplaced(services, sessionToken(context, settings))
  } catch (error) {
    await sessions.end(token).catch(() => undefined)
    throw error
  }
  return token
}

function storeSession(
  incoming: Incoming,
  { user }: Credentials,
  code: RightCode | null,
  begun: Parameters<AccountServices['sessions']['begin']>[1],
): Promise<string> {
  const { add, services } = incoming
  if (code === null) return add((tx) => services.sessions.begin(tx, begun))
  return usingCode(incoming, { user, status: 401 }, code, (spend) =>
    add(async (tx) => {
      await spend(tx)
      return services.sessions.begin(tx, begun)
    }),
  )
}

/**
 * Whether password and second factor are those of the login, after its session is stored. A change of them ends the
 * sessions that it sees, and this finds the change where neither transaction saw the other (Sessions.endConcurrent).
 */
async function areUnchanged(
  { connection }: Incoming,
  { user, passwordHash }: Credentials,
  code: RightCode | null,
): Promise<boolean> {
  const now = await findCredentials(connection, user.username)
  if (now?.passwordHash !== passwordHash) return false
  return code !== null || !(await secondFactorState(connection, user.accountId)).isOn
}

/** How long a login waits for the write lock: the import of another server may hold it for minutes. */
const LOCK_MILLISECONDS = 1_000

/**
 * Ends the session that a login replaces, before the response: a crash after it must not bring the session back. Fails if
 * the end cannot be stored, unless the disk is full.
 */
async function endReplaced(
  { sessions, database }: Pick<AccountServices, 'sessions' | 'database'>,
  before: string | null,
): Promise<void> {
  const ending = sessions.end(before)
  // Handled below, or late.
  ending.catch(() => undefined)
  if (before === null || isImporting(database)) return
  const late = new AbortController()
  const waiting = setTimeout(LOCK_MILLISECONDS, undefined, { signal: late.signal }).catch(() => undefined)
  try {
    await Promise.race([ending, waiting])
  } catch (error) {
    // A full disk keeps the row. In memory the session has ended.
    if (!isDiskFull(error)) throw error
  } finally {
    late.abort()
  }
}

/** Logs on stderr what a full disk keeps out of the audit log. */
export function logUnaudited({ context, services: { log, settings } }: Incoming, username: string): void {
  const { address } = callerOf(context, settings)
  log.error({ username, address, path: context.req.path }, 'the disk is full: done, but not in the audit log')
}
