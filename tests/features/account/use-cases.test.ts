import { atom } from 'jotai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountSessions } from '#contract/account.ts'
import { callStateAtom } from '#entities/server-state/resource.ts'
import { changePassword } from '#features/account/password-form.tsx'
import {
  endSession,
  hasTypedPassword,
  openAccount,
  SESSIONS_KEY,
  accountFailureAtom,
  accountOpenAtom,
  currentPasswordAtom,
} from '#features/account/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const NEW_PASSWORD = 'a longer way to say it'

let server: TestServer
let client: SignedInClient
let elsewhere: SignedInClient
/** How many sessions the page shows. */
let shownSessions: () => number | undefined
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
  elsewhere = await signInClient(server, 'researcher')
  const sessions = client.show(callStateAtom({ endpoint: accountSessions, key: SESSIONS_KEY }, atom({})))
  shownSessions = () => sessions().result.data?.data.length
  await expect.poll(shownSessions).toBe(2)
})
afterEach(() => server.close())

/** The session of the other page, as the list on the wire names it. */
async function otherSession(): Promise<string> {
  const listed = await client.call(accountSessions, {})
  if (!listed.ok) throw new Error(listed.message)
  const [other] = JSON.stringify(listed.value.data.at(-1)).match(/(?<="session_?id":")[^"]+/i) ?? []
  return other ?? ''
}

const failure = () => client.store.get(accountFailureAtom)

describe('changing the password', () => {
  test('ends the other session, clears the typed password and refreshes the list of sessions', async () => {
    client.store.set(currentPasswordAtom, PASSWORD)
    expect(await changePassword(client, NEW_PASSWORD)).toEqual({ ok: true, value: { ended: 1 } })
    expect(hasTypedPassword(client)).toBe(false)
    expect(failure()).toBeNull()
    await expect.poll(shownSessions).toBe(1)
    expect(await elsewhere.call(accountSessions, {})).toMatchObject({ ok: false, status: 401 })
  })

  test('keeps the typed password and reports an error at its field when the password is wrong', async () => {
    client.store.set(currentPasswordAtom, 'wrong')
    expect((await changePassword(client, NEW_PASSWORD)).ok).toBe(false)
    expect(failure()?.issues.map(({ path }) => path)).toEqual(['current_password'])
    expect(hasTypedPassword(client)).toBe(true)
    client.store.set(currentPasswordAtom, PASSWORD)
    await changePassword(client, NEW_PASSWORD)
    expect(failure()).toBeNull()
  })
})

describe('ending a session', () => {
  test('signs out the other browser and refreshes the list of sessions', async () => {
    client.store.set(currentPasswordAtom, PASSWORD)
    expect(await endSession(client, await otherSession())).toBeUndefined()
    await expect.poll(shownSessions).toBe(1)
    expect(await elsewhere.call(accountSessions, {})).toMatchObject({ ok: false, status: 401 })
  })

  test('keeps the session and reports the reason when the password is wrong', async () => {
    client.store.set(currentPasswordAtom, 'wrong')
    const refused = await endSession(client, await otherSession())
    expect(refused).toMatchObject({ ok: false, status: 422 })
    expect(failure()).toEqual(refused)
    expect(await elsewhere.call(accountSessions, {})).toMatchObject({ ok: true })
  })
})

test('opens the dialog with an empty password and no previous error', async () => {
  client.store.set(currentPasswordAtom, 'wrong')
  await changePassword(client, NEW_PASSWORD)
  openAccount(client)
  expect([hasTypedPassword(client), failure(), client.store.get(accountOpenAtom)]).toEqual([false, null, true])
})
