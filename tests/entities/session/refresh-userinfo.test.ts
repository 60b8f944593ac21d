import { afterEach, beforeEach, expect, test } from 'vitest'
import { logout } from '#contract/session.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { refetchFailures } from '#entities/session/connection.ts'
import { accessAtom, readerAtom, userAtom, userinfoErrorAtom, refreshUserinfo } from '#entities/session/session.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
})
afterEach(() => server.close())

test('grants a user only the collections of the account', () => {
  expect(client.show(readerAtom)()).toEqual({ isAdmin: false, collections: ['bp', 'sz'] })
  expect(client.show(accessAtom)()(['au', 'bp'])).toMatchObject({ closed: ['au'] })
})

test('clears the user without an error when the session ends', async () => {
  const [user, error] = [client.show(userAtom), client.show(userinfoErrorAtom)]
  await client.call(logout, {})
  expect(await refreshUserinfo(client)).toMatchObject({ ok: true })
  await expect.poll(user).toBeNull()
  expect(error()).toBeNull()
})

test('clears the user and shows the reason if the back end does not respond', async () => {
  const [user, error] = [client.show(userAtom), client.show(userinfoErrorAtom)]
  client.network.isDown = true
  expect(await refreshUserinfo(client)).toMatchObject({ ok: false, status: 0 })
  await expect.poll(user).toBeNull()
  expect(error()?.message).not.toBe('')
})

test('restores the user on the next response and repeats the failed requests', async () => {
  refetchFailures(client.store)
  const [user, cohorts] = [client.show(userAtom), client.show(cohortsAtom)]
  await expect.poll(() => cohorts().data?.length).toBe(1)
  client.network.isDown = true
  await refreshUserinfo(client)
  await cohorts().refetch()
  await expect.poll(() => cohorts().error).not.toBeNull()
  client.network.isDown = false
  expect(await refreshUserinfo(client)).toMatchObject({ ok: true })
  await expect.poll(() => user()?.username).toBe('researcher')
  await expect.poll(() => cohorts().error).toBeNull()
})
