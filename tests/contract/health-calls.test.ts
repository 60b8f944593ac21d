import { expect, test, vi } from 'vitest'
import { API_PREFIX } from '#domain/limits.ts'
import { createHealthCheck, watchHealth } from '#server/platform/db/health-check.ts'
import { createTestServer } from '#tests/support/test-server.ts'

test('the health check is open to anonymous requests and reveals nothing else', async () => {
  const server = await createTestServer()
  const ask = async () => {
    const response = await server.newFetch()(`${API_PREFIX}/health`)
    return [response.status, await response.json()]
  }
  expect(await ask()).toEqual([200, { status: 'ok' }])
  server.close()
  expect(await ask()).toEqual([503, { message: 'The server cannot answer at the moment.' }])
})

test('the health check returns 404 without the capability', async () => {
  const server = await createTestServer({ capabilities: [] })
  expect((await server.newFetch()(`${API_PREFIX}/health`)).status).toBe(404)
  server.close()
})

test('reports a slow database as unhealthy, without further queries meanwhile', async () => {
  const server = await createTestServer()
  let asked = 0
  const connect = () => {
    asked++
    return new Promise<never>(() => undefined)
  }
  const isHealthy = createHealthCheck({ ...server.database, connect }, 1)
  expect([await isHealthy(), await isHealthy(), asked]).toEqual([false, false, 1])
  server.close()
})

test('gives up on a server after three failed checks in a row', async () => {
  vi.useFakeTimers()
  const answers = [true, false, false, true, false, false, false, false]
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const giveUp = vi.fn()
  watchHealth(() => Promise.resolve(answers.shift() ?? false), log, giveUp)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(giveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([giveUp.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1])
  vi.useRealTimers()
})
