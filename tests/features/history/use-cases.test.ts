import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreVersion } from '#features/history/restore-version.ts'
import { historyOfAtom, showHistory } from '#features/history/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeAll(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
})
afterAll(() => server.close())

test('opens the history of an object, of a custom variable by its name', async () => {
  expect(await showHistory(client, { kind: 'cohort', id: 12 })).toBeUndefined()
  expect(client.store.get(historyOfAtom)).toEqual({ kind: 'cohort', id: 12 })
  const id = await client.saveOnWire('/construct/new', AGE_GROUP)
  expect(await showHistory(client, { variableName: 'AGE_GROUP' })).toBeUndefined()
  expect(client.store.get(historyOfAtom)).toEqual({ kind: 'construct', id })
})

test('a variable of the catalog has no history', async () => {
  const failure = await showHistory(client, { variableName: 'AGE' })
  expect(failure).toMatchObject({ status: 404, message: 'Only custom variables have a history.' })
})

test('returns the id of the restored object', async () => {
  const id = await client.saveOnWire('/cohort/new', ADULTS)
  const object = { kind: 'cohort', id } as const
  expect(await restoreVersion(client, { object, versionNo: 1, rerun: false })).toEqual({ ok: true, value: id })
  expect(await restoreVersion(client, { object, versionNo: 9, rerun: false })).toMatchObject({ status: 404 })
})
