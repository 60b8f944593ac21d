import { afterEach, beforeEach, expect, test } from 'vitest'
import { variableSearch } from '#contract/variables.ts'
import { searchVariables } from '#entities/sources/search-variables.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

const { signal } = new AbortController()
const namesFor = async (text: string) =>
  new Set((await searchVariables(text, { call: client.call, signal })).map(({ value }) => value))

test('finds variables by their question, and none without a network', async () => {
  expect(await namesFor('married')).toContain('MARITAL')
  client.network.isDown = true
  expect(await namesFor('married')).toEqual(new Set())
})

test('restricts the search to the answers of a collection or of a named cohort', async () => {
  const cohortId = await client.saveOnWire('/cohort/new', ADULTS)
  const answeredIn = async (filter: object) => {
    const request = { searchString: '', searchType: 'question' as const, facets: true, filter }
    const answer = await client.call(variableSearch, request)
    return new Set(answer.ok ? answer.value.data.map(({ variableName }) => variableName) : [])
  }
  const inCohort = await answeredIn({ cohortId })
  expect(inCohort.size).toBeGreaterThan(0)
  expect(await namesFor(`cohort:"${ADULTS.name}"`)).toEqual(inCohort)
  expect(await namesFor('collection:bp')).toEqual(await answeredIn({ collection: 'bp' }))
  client.sent.length = 0
  expect(await namesFor('cohort:"Nobody of this name"')).toEqual(new Set())
  expect(client.sent).toEqual(['GET /cohort/info'])
})
