import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { projectInfo, projectNew } from '#contract/projects.ts'
import { login, logout, userinfo } from '#contract/session.ts'
import { variableSearch } from '#contract/variables.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { codeAt, turnOn } from '#tests/support/second-factor.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const HALF_A_MINUTE = 30_000

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** Holds the write lock, like an import, until released. */
function holdWriteLock() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const held = withWriteLock(server.database, () => ended)
  return async () => {
    end()
    await held
  }
}

test('during an import users can log in and read, and a save waits until it ends', async () => {
  const before = await server.callAs('researcher')
  const releaseWriteLock = holdWriteLock()
  const call = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  expect(await call(login, { username: 'researcher', password: 'wrong' })).toMatchObject({ status: 401 })
  valueOf(await call(login, { username: 'researcher', password: PASSWORD }))
  expect(valueOf(await call(userinfo, {})).current_user?.username).toBe('researcher')
  expect(valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question' })).data.length).toBeGreaterThan(
    0,
  )

  let isSaved = false
  const saving = before(projectNew, { name: 'Waits', description: '' }).then((result) => {
    isSaved = true
    return result
  })
  expect(valueOf(await call(projectInfo, {})).projects.map(({ name }) => name)).not.toContain('Waits')
  expect(isSaved).toBe(false)
  await releaseWriteLock()
  valueOf(await saving)
  expect(valueOf(await call(projectInfo, {})).projects.map(({ name }) => name)).toContain('Waits')
})

test('users with a second factor can log in during an import, with each code once', async () => {
  const { secret, recoveryCodes } = await turnOn(await server.callAs('colleague'), server.clock.now)
  server.clock.now += HALF_A_MINUTE
  const logIn = (code = '') =>
    createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })(login, {
      username: 'colleague',
      password: PASSWORD,
      code,
    })
  const releaseWriteLock = holdWriteLock()
  for (const code of [codeAt(secret, server.clock.now), recoveryCodes[0]]) {
    valueOf(await logIn(code))
    expect(await logIn(code)).toMatchObject({ status: 401, issues: [{ path: 'code' }] })
  }
  await releaseWriteLock()
})

test('a replaced session ends at once, although its row is deleted later', async () => {
  const jar = server.newFetch()
  const call = createWireCall({ fetch: jar, onUnauthorized: () => undefined })
  valueOf(await call(login, { username: 'researcher', password: PASSWORD }))
  const old = await storedSessions()
  const releaseWriteLock = holdWriteLock()
  valueOf(await call(login, { username: 'researcher', password: PASSWORD }))
  expect(valueOf(await call(userinfo, {})).current_user?.username).toBe('researcher')
  expect(await storedSessions()).toBe(old + 1)
  await releaseWriteLock()
  await expect.poll(storedSessions).toBe(old)
  valueOf(await call(logout, {}))
  expect(await storedSessions()).toBe(old - 1)
})

function storedSessions(): Promise<number> {
  return server.database.withConnection(async (connection) => {
    const Count = v.object({ kept: v.number() })
    const [row] = await rowsOf(connection, Count, 'SELECT CAST(count(*) AS INTEGER) AS kept FROM session')
    return row?.kept ?? 0
  })
}
