import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { createCall } from '#api/call.ts'
import { createConnection } from '#api/connection.ts'
import { projectSetCurrent } from '#contract/projects.ts'
import { login } from '#contract/session.ts'
import { connectionAtom, connectionStateAtom } from '#entities/session/connection.ts'
import { giveUpWaiting, isAnythingWaiting, isConnectionDown, tryConnection } from '#features/connection/use-cases.ts'

/** Whether the back end can be reached. */
let isThere: boolean
let store: ReturnType<typeof createStore>
let call: ReturnType<typeof createCall>
beforeEach(() => {
  isThere = true
  store = createStore()
  const connection = createConnection({ ping: async () => isThere, later: () => () => undefined })
  connection.subscribe((state) => store.set(connectionStateAtom, state))
  store.set(connectionAtom, { connection })
  const fetch = async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return Response.json({})
  }
  call = createCall({ fetch, onUnauthorized: () => undefined, connection })
})

const change = () => call(projectSetCurrent, { projectId: 1 })

async function lostConnection(): Promise<void> {
  isThere = false
  await call(login, { username: 'ada', password: 'pass' })
  await expect.poll(() => isConnectionDown({ store })).toBe(true)
}

test('reports a connection and no queued change at the start', async () => {
  await change()
  expect([isConnectionDown({ store }), isAnythingWaiting({ store })]).toEqual([false, false])
})

test('queues a change while the connection is down and sends it on a retry', async () => {
  await lostConnection()
  const waiting = change()
  await expect.poll(() => isAnythingWaiting({ store })).toBe(true)
  isThere = true
  tryConnection({ store })
  expect(await waiting).toMatchObject({ ok: true })
  expect([isConnectionDown({ store }), isAnythingWaiting({ store })]).toEqual([false, false])
})

test('fails a cancelled change without sending it', async () => {
  await lostConnection()
  const waiting = change()
  await expect.poll(() => isAnythingWaiting({ store })).toBe(true)
  giveUpWaiting({ store })
  expect(await waiting).toMatchObject({ ok: false, isGivenUp: true })
  expect(isAnythingWaiting({ store })).toBe(false)
})

test('reports a connection in a store without a monitor', () => {
  const other = createStore()
  tryConnection({ store: other })
  giveUpWaiting({ store: other })
  expect([isConnectionDown({ store: other }), isAnythingWaiting({ store: other })]).toEqual([false, false])
})
