import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountPassword } from '#contract/account.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { login } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { writtenOf } from '#server/platform/db/sql.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const NEW_PASSWORD = 'another horse battery'

let server: TestServer
/** Runs once, before the next statement that begins with these words, with or without the write lock. */
let before: { readonly words: string; readonly isLocked: boolean; readonly work: () => Promise<unknown> } | null = null
let cookie = ''

beforeEach(async () => {
  const holding = interrupted(await openTestDatabase())
  await loadStudy(holding, SMALL_STUDY)
  server = await createTestServer({ holding })
  cookie = cookieOf(await signIn())
})
afterEach(() => server.close())

function interrupted(database: Database): Database {
  const within = (connection: Connection, isLocked: boolean): Connection => ({
    ...connection,
    scoped: (scope) => within(connection.scoped(scope), isLocked),
    run: async (statement) => {
      const now = before
      if (now?.isLocked === isLocked && writtenOf(statement).text.startsWith(now.words)) {
        before = null
        await now.work()
      }
      return connection.run(statement)
    },
  })
  return {
    ...database,
    withConnection: (work) => database.withConnection((connection) => work(within(connection, false))),
    withLockedConnection: (work) => database.withLockedConnection((connection) => work(within(connection, true))),
  }
}

function post({ path }: Pick<Endpoint<never, unknown, unknown>, 'path'>, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie: cookie }
  return Promise.resolve(
    server.app.request(`${API_PREFIX}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

const signIn = () => post(login, { username: 'researcher', password: PASSWORD })
const changePassword = () => post(accountPassword, { current_password: PASSWORD, password: NEW_PASSWORD }, cookie)

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function statusWith(cookie: string): Promise<number> {
  return (await server.app.request(`${API_PREFIX}${cohortInfo.path}`, { headers: { cookie: cookie } })).status
}

test('a login by the old password is refused if the password changes before its session is stored', async () => {
  before = { words: 'INSERT INTO session', isLocked: false, work: changePassword }
  const late = await signIn()
  expect(before).toBeNull()
  expect([late.status, cookieOf(late)]).toEqual([401, ''])
  const { rows } = await sessionsLeft()
  expect([rows, await statusWith(cookie)]).toEqual([1, 200])
})

test('a new password ends the session of a login that its transaction does not see', async () => {
  let late: Response | undefined
  // The audit entry of the change follows the end of the sessions that it sees.
  before = { words: 'INSERT INTO audit', isLocked: true, work: async () => (late = await signIn()) }
  const changed = await changePassword()
  expect([changed.status, await changed.json(), late?.status]).toEqual([200, { ended: 1 }, 200])
  expect(await statusWith(late ? cookieOf(late) : '')).toBe(401)
  expect(await statusWith(cookie)).toBe(200)
})

async function sessionsLeft(): Promise<{ readonly rows: number }> {
  return server.database.withConnection(async (connection) => {
    let rows = 0
    for await (const some of connection.rows('SELECT token_hash FROM session')) rows += some.length
    return { rows }
  })
}
