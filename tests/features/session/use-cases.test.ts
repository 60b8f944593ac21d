import { afterEach, beforeEach, expect, test } from 'vitest'
import { logout } from '#contract/session.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { accessRequestAddressAtom, externalLoginAtom, userAtom } from '#entities/session/session.ts'
import { hasLeftAtom, logIn, stayLoggedIn } from '#features/session/log-in.ts'
import { isLoginExternal, logOut } from '#features/session/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
/** The name of the user, and whether the last one left by choice. */
let shown: () => readonly [string | undefined, boolean]
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
  const user = client.show(userAtom)
  shown = () => [user()?.username, client.store.get(hasLeftAtom)]
})
afterEach(() => server.close())

test('clears the user and cached data on logout, and signs in another user', async () => {
  const cohorts = client.show(cohortsAtom)
  await expect.poll(() => cohorts().data?.length).toBe(1)
  expect(await logOut(client)).toBeUndefined()
  await expect.poll(shown).toEqual([undefined, true])
  expect(client.queryClient.getQueryData(['cohorts'])).toBeUndefined()
  expect(await logIn(client, { username: 'colleague', password: PASSWORD })).toMatchObject({ ok: true })
  await expect.poll(shown).toEqual(['colleague', false])
})

test('refuses a wrong password and signs in no user', async () => {
  await logOut(client)
  expect(await logIn(client, { username: 'researcher', password: 'wrong' })).toMatchObject({ ok: false, status: 401 })
  await expect.poll(shown).toEqual([undefined, true])
})

test('keeps the user signed in if the logout request fails', async () => {
  client.network.isDown = true
  expect(await logOut(client)).toMatchObject({ ok: false, status: 0 })
  await expect.poll(shown).toEqual(['researcher', false])
})

test('keeps the user signed in, and shows the login form if the session has ended', async () => {
  expect(await stayLoggedIn(client)).toMatchObject({ ok: true })
  expect(shown()).toEqual(['researcher', false])
  await client.call(logout, {})
  await stayLoggedIn(client)
  await expect.poll(shown).toEqual([undefined, false])
})

test('uses the external login of the page and knows no page for access requests by default', () => {
  expect(isLoginExternal(client.store)).toBe(false)
  client.store.set(externalLoginAtom, 'https://login.example.org/')
  expect(isLoginExternal(client.store)).toBe(true)
  expect(client.store.get(accessRequestAddressAtom)).toBe(null)
})
