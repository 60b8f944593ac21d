import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortDelete } from '#contract/cohorts.ts'
import { lastDeletionAtom, trashOpenAtom } from '#entities/trash/trash.ts'
import { nameOfLastDeletion, openTrash, undoLastDeletion } from '#features/trash/use-cases.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeAll(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'researcher')
})
afterAll(() => server.close())

test('opens the trash', () => {
  openTrash(client)
  expect(client.store.get(trashOpenAtom)).toBe(true)
})

test('restores the object deleted last, and then has nothing to undo', async () => {
  const id = await client.saveOnWire('/cohort/new', ADULTS)
  valueOf(await client.call(cohortDelete, { cohortId: id }))
  client.store.set(lastDeletionAtom, { kind: 'cohort', id, name: 'Adults' })
  expect(nameOfLastDeletion(client)).toBe('Adults')
  expect(await undoLastDeletion(client)).toBeUndefined()
  expect(nameOfLastDeletion(client)).toBeNull()
  expect(await client.readWire(`/cohort/info?cohortid=${id}`)).toMatchObject({ cohorts: [{ name: 'Adults' }] })
  expect(await undoLastDeletion(client)).toBeUndefined()
})

test('returns the reason and keeps the deletion if its name is taken', async () => {
  const id = await client.saveOnWire('/cohort/new', { ...ADULTS, name: 'Again' })
  valueOf(await client.call(cohortDelete, { cohortId: id }))
  await client.saveOnWire('/cohort/new', { ...ADULTS, name: 'Again' })
  client.store.set(lastDeletionAtom, { kind: 'cohort', id, name: 'Again' })
  expect(await undoLastDeletion(client)).toMatchObject({ status: 409 })
  expect(nameOfLastDeletion(client)).toBe('Again')
})
