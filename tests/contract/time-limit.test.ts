import { EventEmitter, once } from 'node:events'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projectInfo, projectNew } from '#contract/projects.ts'
import { login } from '#contract/session.ts'
import { API_PREFIX, PATTERN_SECONDS_MAX } from '#domain/limits.ts'
import { DEFAULT_SETTINGS } from '#server/platform/configuration/settings.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { abortedBy, ofRequest, uninterrupted } from '#server/platform/db/scope.ts'
import { raw, timed } from '#server/platform/db/sql.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'
import { createTestServer, PASSWORD, type TestServer, type TestServerOptions } from '#tests/support/test-server.ts'

const TOO_LONG = 'This takes the server too long. Please ask for less at once.'
const CALLS = await contractCalls()

let server: TestServer
let cookie: string | undefined
beforeAll(async () => {
  server = await createTestServer()
  const response = await send(server, 'POST', login.path, { username: 'researcher', password: PASSWORD })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(() => server.close())

/** A second server on the same database with the same sessions. */
function beside(options: TestServerOptions): Promise<TestServer> {
  return createTestServer({ holding: server.database, isShared: true, ...options })
}

async function send({ app }: TestServer, method: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) }
  return app.request(`${API_PREFIX}${path}`, {
    method,
    headers,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
}

// The health check has its own time limit.
test.each(CALLS.filter(({ path }) => path !== '/health'))(
  '$method $path ends at the time limit',
  async ({ method, path }) => {
    const response = await send(await beside({ requestMillisecondsMax: 0 }), method, path, {})
    expect([response.status, await response.json()]).toEqual([503, { message: TOO_LONG }])
  },
)

test('a change that waits too long for the write lock is refused and not made later', async () => {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const held = withWriteLock(server.database, () => opened)
  const impatient = await beside({ requestMillisecondsMax: 100 })
  const response = await send(impatient, 'POST', projectNew.path, { name: 'Too late', description: '' })
  expect([response.status, await response.json()]).toEqual([503, { message: TOO_LONG }])
  gate.emit('open')
  await held
  // All earlier waiting requests have run.
  await withWriteLock(server.database, () => Promise.resolve())
  const projects = await (await send(server, 'GET', projectInfo.path, {})).text()
  expect(projects).not.toContain('Too late')
})

/** The database, where the time limit of requests passes during each commit of a change. */
function withSlowCommits({ database }: TestServer): Database {
  const slow = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => slow(connection.scoped(scope)),
    run: (statement) => {
      if (statement === 'COMMIT') vi.advanceTimersByTime(DEFAULT_SETTINGS.requestMillisecondsMax)
      return connection.run(statement)
    },
  })
  return {
    ...database,
    withLockedConnection: (work) => database.withLockedConnection((connection) => work(slow(connection))),
  }
}

test('a change whose commit outlasts the time limit is acknowledged, because it is made', async () => {
  const slow = await createTestServer({ holding: withSlowCommits(server), isShared: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect((await send(slow, 'POST', projectNew.path, { name: 'Slowly', description: '' })).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
  expect(await (await send(server, 'GET', projectInfo.path, {})).text()).toContain('Slowly')
})

const Row = v.object({ count: v.number() })
/** Hours of counting. */
const ENDLESS = `SELECT CAST(count(*) AS INTEGER) AS count FROM (SELECT * FROM generate_series(1, 1000000)) AS a(n),
  (SELECT * FROM generate_series(1, 1000000)) AS b(m) WHERE (n * 31 + m * 17) % 1000003 = 5`

/** Part of a second to some seconds of counting. */
const SECONDS = `SELECT CAST(sum(CASE WHEN n * 31 + m * 17 > 0 THEN 1 ELSE 0 END) AS INTEGER) AS count FROM
  (SELECT * FROM generate_series(1, 6000)) AS a(n), (SELECT * FROM generate_series(1, 6000)) AS b(m)`

test('a statement ends with its request, and the connection remains usable', async () => {
  const ended = await server.database.withConnection(async (connection) => {
    const limited = abortedBy(connection, AbortSignal.timeout(50))
    const outcome = await rowsOf(limited, Row, ENDLESS).catch((error: unknown) => error)
    return [outcome, await limited.run('SELECT 1').catch((error: unknown) => error)]
  })
  expect(ended).toMatchObject([{ name: 'TimeoutError' }, { name: 'TimeoutError' }])
  await expect(server.database.withConnection((connection) => connection.run('SELECT 1'))).resolves.not.toThrow()
})

test('no other request gets the connection while an aborted statement still ends', async () => {
  let hasEnded = false
  const request = server.database.withConnection(async (connection) => {
    const limited = abortedBy(connection, AbortSignal.timeout(50))
    const statements = [ENDLESS, `${ENDLESS} AND n > 0`].map((statement) => rowsOf(limited, Row, statement))
    const ended = Promise.allSettled(statements).finally(() => {
      hasEnded = true
    })
    await Promise.all(statements)
    await ended
  })
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(hasEnded).toBe(true)
})

test('the load of a cache outlives the request that began it, beside its interrupted statements', async () => {
  const outcomes = await server.database.withConnection((connection) => {
    const limited = abortedBy(connection, AbortSignal.timeout(50))
    return Promise.allSettled([rowsOf(uninterrupted(limited), Row, SECONDS), rowsOf(limited, Row, ENDLESS)])
  })
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: [{ count: 36_000_000 }] },
    { status: 'rejected', reason: { name: 'TimeoutError' } },
  ])
})

test('a pattern that takes too long ends alone: other statements of its request continue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const outcomes = server.database.withConnection((connection) => {
      const interruptible = ofRequest(connection, new AbortController().signal)
      const statements = [
        rowsOf(uninterrupted(interruptible), Row, timed(raw(ENDLESS))),
        rowsOf(interruptible, Row, SECONDS),
      ]
      vi.advanceTimersByTime(PATTERN_SECONDS_MAX * 1_000)
      return Promise.allSettled(statements)
    })
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { name: 'PatternTooSlow' } },
      { status: 'fulfilled', value: [{ count: 36_000_000 }] },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('background work has no limit for patterns', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const counted = server.database.withConnection((connection) => {
      const rows = rowsOf(connection, Row, timed(raw(SECONDS)))
      vi.advanceTimersByTime(PATTERN_SECONDS_MAX * 1_000)
      return rows
    })
    expect(await counted).toEqual([{ count: 36_000_000 }])
  } finally {
    vi.useRealTimers()
  }
})

test('an aborted transaction keeps no changes', async () => {
  const late = new AbortController()
  const change = async (connection: Connection) => {
    await connection.run(`INSERT INTO meta VALUES ('ended', '1')`)
    setTimeout(() => late.abort(new Error('Too late.')), 50)
    return rowsOf(connection, Row, ENDLESS)
  }
  await expect(withWriteLock(server.database, change, late.signal)).rejects.toThrow('Too late.')
  const kept = await server.database.withConnection((connection) =>
    rowsOf(connection, v.object({ name: v.string() }), `SELECT name FROM meta WHERE name = 'ended'`),
  )
  expect(kept).toEqual([])
})
