import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { PATIENCE, createConnection } from '#api/connection.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { variableSetDelete, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { hangingFetch } from '#tests/support/faulty-fetch.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const BRIEF = { reporting: 5, asking: 5, reading: 20, changing: 20 }
const LONG = { reporting: 5, asking: 5, reading: 60_000, changing: 60_000 }

/** A client whose responses hang on demand; only then are timeouts short. */
async function clientWith({ whileHanging = LONG, isThere = true, changeKeys = new Map<string, string>() } = {}) {
  let hanging: RegExp | null = null
  const patience = { ...LONG }
  const fetch = hangingFetch(await server.fetchAs('researcher'), (path) => hanging?.test(path) === true)
  const connection = createConnection({ ping: async () => isThere, later: () => () => undefined })
  const slow: number[] = []
  connection.subscribe((state) => slow.push(state.slow))
  return {
    call: createWireCall({
      fetch,
      onUnauthorized: () => undefined,
      connection,
      patience,
      changeKeys,
      knowsChangeKeys: () => true,
    }),
    connection,
    slow,
    hang: (path: RegExp | null) => {
      hanging = path
      Object.assign(patience, path === null ? LONG : whileHanging)
    },
  }
}

test('reports a request without a response as timed out, and sends the next one normally', async () => {
  const { call, connection, slow, hang } = await clientWith({ whileHanging: BRIEF })
  hang(/cohort/)
  expect(await call(cohortInfo, {})).toMatchObject({
    ok: false,
    status: 0,
    message: expect.stringContaining('The server takes too long to answer'),
  })
  expect(connection.state()).toEqual({ isDown: false, waiting: 0, slow: 0 })
  expect(slow).toContain(1)
  hang(null)
  expect((await call(cohortInfo, {})).ok).toBe(true)
})

test('reports a slow response and uses it, without a health check', async () => {
  let asked = 0
  let respondNow = () => {}
  const late = new Promise<void>((resolve) => {
    respondNow = resolve
  })
  const reachableFetch = await server.fetchAs('researcher')
  const connection = createConnection({ ping: async () => (asked += 1) > 0, later: () => () => undefined })
  const states: number[] = []
  connection.subscribe(({ slow }) => {
    states.push(slow)
    respondNow()
  })
  const call = createWireCall({
    fetch: async (input, init) => {
      await late
      return reachableFetch(input, init)
    },
    onUnauthorized: () => undefined,
    connection,
    patience: { ...LONG, asking: 60_000 },
    knowsChangeKeys: () => true,
  })
  expect((await call(cohortInfo, {})).ok).toBe(true)
  expect(states).toEqual([1, 0])
  expect(asked).toBe(0)
})

test('reports a request of three seconds as slow', () => {
  expect(PATIENCE.reporting).toBeLessThan(3_000)
})

test('a hanging request without a reachable server ends as one without a response', async () => {
  const { call, connection, hang } = await clientWith({ isThere: false })
  hang(/cohort/)
  expect(await call(cohortInfo, {})).toMatchObject({
    ok: false,
    message: expect.stringContaining('No answer from the server'),
  })
  expect(connection.state().isDown).toBe(true)
})

test('a late response after the connection broke does not end the wait for the server', async () => {
  let isThere = false
  const connection = createConnection({ ping: async () => isThere, later: () => () => undefined })
  expect(await connection.isThere()).toBe(false)
  connection.answered()
  expect(await connection.isThere()).toBe(false)
  isThere = true
  connection.answered()
  await expect.poll(() => connection.state().isDown).toBe(false)
})

test('the user can cancel a slow request', async () => {
  const { call, connection, slow, hang } = await clientWith()
  hang(/cohort/)
  const asked = call(cohortInfo, {})
  await expect.poll(() => slow.at(-1)).toBe(1)
  connection.giveUp()
  expect(await asked).toMatchObject({ ok: false, message: expect.stringContaining('too long') })
})

test('neither a retry nor a reload repeats a save with a hanging response', async () => {
  const kept = new Map<string, string>()
  const before = await clientWith({ whileHanging: BRIEF, changeKeys: kept })
  const draft = { name: 'Saved once', variables: ['AGE'] }
  before.hang(/variableset/)
  for (let pressed = 0; pressed < 2; pressed++) {
    expect(await before.call(variableSetNew, draft)).toMatchObject({
      ok: false,
      message: expect.stringContaining('Check whether the change was saved'),
    })
  }
  expect(kept.size).toBe(1)

  const { call } = await clientWith({ changeKeys: kept })
  const { id } = valueOf(await call(variableSetNew, draft))
  const sets = valueOf(await call(variableSetInfo, {})).variablesets
  expect(sets.filter(({ name }) => name === draft.name).map((set) => set.varsetid)).toEqual([id])
  expect(kept.size).toBe(0)
})

test('a deleted object can be created again with the same input', async () => {
  const kept = new Map<string, string>()
  const { call, hang } = await clientWith({ whileHanging: BRIEF, changeKeys: kept })
  const draft = { name: 'Created again', variables: ['AGE'] }
  hang(/variableset\/new/)
  expect((await call(variableSetNew, draft)).ok).toBe(false)
  hang(null)
  const namedSo = async () =>
    valueOf(await call(variableSetInfo, {})).variablesets.filter(({ name }) => name === draft.name)
  for (const { varsetid } of await namedSo()) valueOf(await call(variableSetDelete, { varsetid }))
  const { id } = valueOf(await call(variableSetNew, draft))
  expect((await namedSo()).map((set) => set.varsetid)).toEqual([id])
})
