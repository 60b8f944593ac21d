import { atom } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { variableSearch } from '#contract/variables.ts'
import { projectsAtom } from '#entities/projects/projects.ts'
import { callStateAtom } from '#entities/server-state/resource.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

type Search = RequestOf<typeof variableSearch>
const searchFor = (searchString: string): Search => ({ searchString, searchType: 'question' })

test('a resource with two subscribers is requested once', async () => {
  const [one, other] = [client.show(projectsAtom), client.show(projectsAtom)]
  await expect.poll(() => one().data?.length).toBe(1)
  expect(other().data).toBe(one().data)
  expect(client.sent).toEqual(['GET /project/info'])
})

test('a query follows its request, requests each once, and keeps the previous data until the next response', async () => {
  const requestAtom = atom<Search | null>(null)
  const stateAtom = callStateAtom({ endpoint: variableSearch, key: 'test' }, requestAtom)
  const state = client.show(stateAtom)
  expect(state().result.isFetching).toBe(false)

  client.store.set(requestAtom, searchFor('age'))
  await expect.poll(() => state().result.isSuccess && !state().result.isFetching).toBe(true)
  const found = state().result.data
  expect(state().answered).toEqual(searchFor('age'))

  client.store.set(requestAtom, searchFor('mood'))
  expect(state()).toMatchObject({ answered: searchFor('age'), result: { data: found, isPlaceholderData: true } })
  await expect.poll(() => state().answered).toEqual(searchFor('mood'))

  client.store.set(requestAtom, searchFor('age'))
  expect(state()).toMatchObject({ answered: searchFor('age'), result: { data: found, isPlaceholderData: false } })
  expect(client.sent).toEqual(['POST /variable/search', 'POST /variable/search'])
})
