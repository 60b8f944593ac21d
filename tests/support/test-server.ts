import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { login } from '#contract/session.ts'
import { createApp, type AppOptions } from '#server/app/create-app.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { App } from '#server/platform/http/caller.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'
import { openFilledDatabase, openTestDatabase } from '#tests/support/test-database.ts'

/** Low cost: these hashes need no protection. */
const PASSWORD_COST = { memoryCost: 64, timeCost: 1 }
export const PASSWORD = 'correct horse battery'

/** Accounts: reads everything; bp and sz; nothing. */
export const ACCOUNTS = [
  { username: 'admin', isAdmin: true, collections: [] },
  { username: 'researcher', isAdmin: false, collections: ['bp', 'sz'] },
  { username: 'colleague', isAdmin: false, collections: ['bp'] },
  { username: 'newcomer', isAdmin: false, collections: [] },
] as const
export type Username = (typeof ACCOUNTS)[number]['username']

export interface TestServer {
  readonly app: App
  readonly database: Database
  /** The server's clock, set by tests. */
  readonly clock: { now: number }
  /** The app as a fetch function with a cookie jar, without a socket. */
  readonly newFetch: () => typeof globalThis.fetch
  /** The client's call function, signed in; without a name, signed out. */
  readonly callAs: (username?: Username) => Promise<WireCall>
  /** A fetch with the session of that user. */
  readonly fetchAs: (username: Username) => Promise<typeof globalThis.fetch>
  readonly close: () => void
}

export interface TestServerOptions extends Partial<Omit<AppOptions, 'database' | 'clock'>> {
  readonly study?: Study
  /** A database with data; closed with the server. */
  readonly holding?: Database
  /** Whether another server has filled it. */
  readonly isShared?: boolean
}

/** The whole server over an in-memory database, with a small data set and accounts. */
export async function createTestServer({
  study = SMALL_STUDY,
  holding,
  isShared = false,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const fill = async (empty: Database) => {
    await loadStudy(empty, study)
    await insertAccounts(empty)
  }
  const database = holding ?? (await filledWith(study, fill))
  if (holding && !isShared) await insertAccounts(database)
  const clock = { now: Date.UTC(2024, 0, 1) }
  const app = createApp({
    random: randomBytes,
    log: pino({ level: 'silent' }),
    passwordCost: PASSWORD_COST,
    ...options,
    database,
    clock: () => clock.now,
  })
  const newFetch = () => fetchWithCookies(app)
  const fetchAs = async (username: Username) => {
    const fetch = newFetch()
    const answer = await createWireCall({ fetch, onUnauthorized: () => undefined })(login, {
      username,
      password: PASSWORD,
    })
    if (!answer.ok) throw new Error(answer.message)
    return fetch
  }
  return {
    app,
    database,
    clock,
    newFetch,
    fetchAs,
    callAs: async (username) =>
      createWireCall({ fetch: username ? await fetchAs(username) : newFetch(), onUnauthorized: () => undefined }),
    close: () => database.close(),
  }
}

/** Most tests use the small study. */
async function filledWith(study: Study, fill: (database: Database) => Promise<void>): Promise<Database> {
  if (study === SMALL_STUDY) return openFilledDatabase(fill)
  const database = await openTestDatabase()
  await fill(database)
  return database
}

async function insertAccounts(database: Database): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD, PASSWORD_COST)
  await inTransaction(database, async (connection) => {
    for (const { username, isAdmin, collections } of ACCOUNTS) {
      await connection.run(
        sql`INSERT INTO account (account_id, username, password_hash, first_name, last_name, is_admin, collections)
         VALUES (nextval('id_sequence'), ${username}, ${passwordHash}, 'Pat', ${username},
           ${isAdmin}, ${collections})`,
      )
    }
  })
}

function fetchWithCookies(app: App): typeof globalThis.fetch {
  const jar = new Map<string, string>()
  return async (input, init) => {
    const { signal, ...rest } = init ?? {}
    const headers = new Headers(init?.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    // jsdom's AbortSignal is not Node's, so the app's request refuses it.
    const answering = Promise.resolve(app.request(input instanceof URL ? input.href : input, { ...rest, headers }))
    const response = await (signal ? Promise.race([answering, aborted(signal)]) : answering)
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DOMException('The call was aborted.', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
