import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { rulesPreview } from '#contract/rules.ts'
import { userinfo } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { BeaconCountResponse, BeaconInfoResponse } from '#tests/support/beacon-schema.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
let guarded: TestServer
beforeAll(async () => {
  server = await createTestServer({ beaconId: 'org.example.study' })
  guarded = await createTestServer({ minimumCell: 3 })
})
afterAll(() => {
  server.close()
  guarded.close()
})

interface Filter {
  readonly id: string
  readonly operator?: string
  readonly value: string | number
}

async function send(username: Username, query: object, of = server): Promise<Response> {
  return (await of.fetchAs(username))(`${API_PREFIX}/beacon/individuals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ meta: { apiVersion: 'v2.0' }, query }),
  })
}

async function counted(username: Username, filters: readonly Filter[], of = server, requestedGranularity = 'count') {
  const response = await send(username, { filters, requestedGranularity }, of)
  const body: unknown = await response.json()
  if (response.status !== 200) return [response.status, body]
  const { meta, responseSummary, info } = v.parse(BeaconCountResponse, body)
  return [meta.returnedGranularity, responseSummary, ...(info ? [info] : [])]
}

const ADULT = { id: 'AGE', operator: '>', value: 9 } as const
const MARRIED = { id: 'MARITAL', operator: '=', value: '1' } as const
const OPERATORS = { '=': 'EQ', '!': 'NEQ', '<': 'LT', '>': 'GT', '<=': 'LTE', '>=': 'GTE' } as const

const condition = ({ id, operator = '=', value }: Filter) => ({
  constraint_type: new Map(Object.entries(OPERATORS)).get(operator) ?? '',
  constraint_value: String(value),
  variable: id,
  variable_name: id,
})
const total = (rows: readonly { readonly count: number | null }[]) =>
  rows.reduce((sum, { count }) => sum + (count ?? 0), 0)

test('responds in the shape of Beacon 2', async () => {
  const response = await send('admin', { filters: [ADULT], requestedGranularity: 'count' })
  expect(v.parse(BeaconCountResponse, await response.json())).toEqual({
    meta: {
      beaconId: 'org.example.study',
      apiVersion: 'v2.0',
      returnedSchemas: [],
      returnedGranularity: 'count',
      receivedRequestSummary: {
        apiVersion: 'v2.0',
        requestedSchemas: [],
        filters: ['AGE > 9'],
        pagination: {},
        requestedGranularity: 'count',
      },
    },
    responseSummary: { exists: true, numTotalResults: 5 },
  })
  const info = await (await server.fetchAs('newcomer'))(`${API_PREFIX}/beacon/info`)
  expect(v.parse(BeaconInfoResponse, await info.json()).response).toMatchObject({
    id: 'org.example.study',
    apiVersion: 'v2.0',
  })
})

test.each(Object.keys(OPERATORS))('%s counts the individuals of the preview', async (operator) => {
  const call = await server.callAs('admin')
  for (const filter of [
    { id: 'AGE', operator, value: 30 },
    { id: 'MARITAL', operator, value: '2' },
  ]) {
    if (filter.id === 'MARITAL' && !['=', '!'].includes(operator)) continue
    const draft = { parent_id: 1, cohort_type: 'subset', ...condition(filter) } as const
    const expected = total(valueOf(await call(cohortPreview, draft)).data)
    expect(await counted('admin', [filter])).toEqual(['count', { exists: expected > 0, numTotalResults: expected }])
  }
})

test('several filters count the individuals of the preview by rules', async () => {
  const call = await server.callAs('admin')
  const rules = { version: 1, match: 'all', rules: [condition(ADULT), condition(MARRIED)] } as const
  const { data } = valueOf(await call(rulesPreview, { parent_id: 1, rules: { ...rules, rules: [...rules.rules] } }))
  expect(await counted('admin', [ADULT, MARRIED])).toEqual([
    'count',
    { exists: total(data) > 0, numTotalResults: total(data) },
  ])
})

test('responds with a count at most, and with a boolean if no count is requested', async () => {
  expect(await counted('admin', [ADULT], server, 'record')).toEqual(['count', { exists: true, numTotalResults: 5 }])
  expect(await counted('admin', [ADULT], server, 'boolean')).toEqual(['boolean', { exists: true }])
  const none = { ...ADULT, value: 200 }
  expect(await counted('admin', [none], server, 'boolean')).toEqual(['boolean', { exists: false }])
})

test('texts of unreadable collections are not compared, and their collections are named', async () => {
  const ofReadable = { id: 'HOSPITAL_ID', value: 'H-1' }
  const ofUnreadable = { id: 'HOSPITAL_ID', value: 'H-9' }
  expect(await counted('admin', [ofReadable])).toEqual(['count', { exists: true, numTotalResults: 1 }])
  expect(await counted('researcher', [ofReadable])).toEqual([
    'boolean',
    { exists: true },
    { countedResults: 1, leftOut: ['au'] },
  ])
  expect(await counted('admin', [ofUnreadable])).toEqual(['count', { exists: true, numTotalResults: 1 }])
  const none = { id: 'HOSPITAL_ID', value: 'H-0' }
  for (const filter of [ofUnreadable, none]) {
    expect(await counted('researcher', [filter])).toEqual([
      403,
      { message: 'No individual is counted. Collections that are not counted: au.' },
    ])
  }
})

describe('with small counts suppressed', () => {
  test('a total with a suppressed count has no number', async () => {
    expect(await counted('researcher', [ADULT], guarded)).toEqual([
      'boolean',
      { exists: true },
      { countedResults: 4, leftOut: ['au'] },
    ])
    expect(await counted('researcher', [ADULT], guarded, 'boolean')).toEqual([
      'boolean',
      { exists: true },
      { leftOut: ['au'] },
    ])
    expect(await counted('researcher', [ADULT, MARRIED], guarded)).toEqual([
      'boolean',
      { exists: true },
      { countedResults: 2, leftOut: ['au'] },
    ])
    expect(await counted('admin', [ADULT], guarded)).toEqual(['count', { exists: true, numTotalResults: 5 }])
  })

  test('a count of none is refused, whether a suppressed individual matches or not', async () => {
    const refusal = [403, { message: 'No individual is counted. Collections that are not counted: au.' }]
    const none = { id: 'AGE', operator: '>', value: 200 }
    const onlyUnreadable = { id: 'AGE', operator: '=', value: 30 }
    expect(await counted('admin', [onlyUnreadable], guarded)).toEqual(['count', { exists: true, numTotalResults: 1 }])
    for (const filters of [[none], [onlyUnreadable], [none, MARRIED], [onlyUnreadable, MARRIED]]) {
      expect(await counted('researcher', filters, guarded)).toEqual(refusal)
      expect(await counted('researcher', filters, guarded, 'boolean')).toEqual(refusal)
    }
  })
})

test.each([
  [{ filters: [{ id: 'NOTHING', operator: '=', value: '1' }] }, 404],
  [{ filters: [{ id: 'AGE', operator: '=', value: 'old' }] }, 422],
  [{ filters: [{ id: 'MARITAL', operator: '<', value: '1' }] }, 422],
  [{ filters: [{ id: 'NOTES', operator: '=', value: '%a%' }] }, 422],
  [{ filters: [{ ...ADULT, scope: 'biosamples' }] }, 422],
  [{ filters: [ADULT], requestParameters: { referenceName: '1' } }, 422],
  [{ filters: [ADULT], filtersLogic: 'OR' }, 400],
  [{ filters: [{ id: 'HP:0002664' }] }, 400],
  [{ filters: [] }, 400],
  [{}, 400],
])('refuses %o', async (query, status) => {
  expect((await send('admin', query)).status).toBe(status)
})

test('requires its capability and a login', async () => {
  expect((await server.newFetch()(`${API_PREFIX}/beacon/info`)).status).toBe(401)
  const capabilities = CAPABILITIES.filter((name) => name !== 'beacon')
  const without = await createTestServer({ capabilities })
  expect((await send('admin', { filters: [ADULT] }, without)).status).toBe(404)
  expect((await (await without.fetchAs('admin'))(`${API_PREFIX}/beacon/info`)).status).toBe(404)
  expect(valueOf(await (await without.callAs('admin'))(userinfo, {})).versions?.capabilities).toEqual(capabilities)
  without.close()
})
