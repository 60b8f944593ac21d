import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { OPERATORS } from '#domain/conditions/operators.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { arbitraryInput, HOSTILE, type Likely } from '#tests/support/arbitrary-of-schema.ts'
import { contractCalls, type ContractCall } from '#tests/support/contract-calls.ts'
import { fuzzRuns, LONGEST_MILLISECONDS } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const USERNAMES: readonly Username[] = ['admin', 'researcher', 'newcomer']
/** These end the session of later requests. */
const NOT_FUZZED = ['/login', '/logout']

let server: TestServer
let calls: readonly ContractCall[]
let likely: Likely
const fetches = new Map<Username, typeof globalThis.fetch>()

beforeAll(async () => {
  server = await createTestServer()
  calls = (await contractCalls()).filter(({ path }) => !NOT_FUZZED.includes(path))
  const call = await server.callAs('admin')
  const draft = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'AGE',
    constraint_type: 'VALID',
    name: 'Aged',
  } as const
  const cohortid = valueOf(await call(cohortNew, draft)).new_cohort_id
  // Things in use are kept.
  valueOf(await call(cohortNew, { ...draft, name: 'Based on this cohort', parent_id: cohortid }))
  const varsetid = valueOf(await call(variableSetNew, { name: 'All', variables: ['AGE', 'NOTES'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid, varsetid }))
  const names = SMALL_STUDY.forms.flatMap(({ variables }) => variables.map(({ name }) => name))
  likely = {
    cohortid: [1, cohortid, String(cohortid)],
    cohortids: [[1], [1, cohortid]],
    parent_id: [1, cohortid],
    secondparent_id: [1, cohortid],
    limit_cohortid: [1, cohortid],
    varsetid: [varsetid],
    downloadid: [prepared?.download_id],
    variable: names,
    variable_name: names,
    variable_names: [names, [names[0]]],
    variables: [names.slice(0, 1), names.slice(0, 2), names],
    constraint_type: [...OPERATORS, 'UNION', 'INTERSECT', 'SUBTRACT'],
    constraint_value: ['1', '[UNK]', '19UU-UU-UU', '(a+)+$'],
    searchtype: ['question'],
    searchstring: ['', 'mood', 'a b c d e f g'],
    projectid: [1],
    id: [2],
    name: ['Made_up', 'Other'],
    construct_type: ['downcode', 'multiple'],
    defaultValue: ['', 'low'],
    values: [[valueOfRule('low', 'LT'), valueOfRule('high', 'GTE')]],
    filter: [{ cohortid }, { collection: 'bp', form: 'INTAKE 1' }],
    offset: [0, 1, 1e9],
    limit: [1, 50],
    bins: [1, 7],
    cross: ['MARITAL'],
    filename: ['x.csv'],
    codes: ['labels'],
  }
  for (const username of USERNAMES) fetches.set(username, await server.fetchAs(username))
})
afterAll(() => server.close())

function valueOfRule(name: string, constraint_type: string) {
  const constraints = [{ variable_name: 'AGE', constraint_type, constraint_value: '30' }]
  return { name, description: '', definition: { relationship: 'AND', constraints } }
}

const LOCKOUT_MILLISECONDS = 16 * 60_000

interface Outcome {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
}

async function ask(username: Username, { method, path }: ContractCall, input: unknown): Promise<Outcome> {
  const fetch = fetches.get(username) ?? server.newFetch()
  const begun = performance.now()
  const response =
    method === 'POST'
      ? await fetch(`${API_PREFIX}${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input) ?? '',
        })
      : await fetch(`${API_PREFIX}${path}?${queryOf(input)}`, { method })
  const text = await response.text()
  return { status: response.status, text, milliseconds: performance.now() - begun }
}

function queryOf(input: unknown): string {
  const fields = Object.entries(Object(input)).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]],
  )
  return new URLSearchParams(fields).toString()
}

function isAcceptable({ status, text, milliseconds }: Outcome): boolean {
  const isReported = status < 400 || (text.startsWith('{"message":"') && !/\b(SELECT|duckdb|node_modules)\b/.test(text))
  return status < 500 && isReported && milliseconds < LONGEST_MILLISECONDS
}

test('never responds late or with a server error to random or malformed requests', async () => {
  const statuses = new Map<number, number>()
  let slowest = 0
  const request = fc.constantFrom(...calls).chain((call) =>
    fc.record({
      call: fc.constant(call),
      username: fc.constantFrom(...USERNAMES),
      input: arbitraryInput(call.input, likely),
    }),
  )
  await fc.assert(
    fc.asyncProperty(request, async ({ call, username, input }) => {
      const outcome = await ask(username, call, input)
      statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1)
      slowest = Math.max(slowest, outcome.milliseconds)
      if (!isAcceptable(outcome))
        throw new Error(`${call.method} ${call.path}: ${outcome.status} ${outcome.text.slice(0, 200)}`)
    }),
    { numRuns: fuzzRuns(500), endOnFailure: true },
  )
  const reported = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} returned ${status}`)
  const sum = [...statuses.values()].reduce((all, count) => all + count, 0)
  process.stdout.write(
    `Fuzzed: ${sum} requests to ${calls.length} calls (${reported.join(', ')}), slowest ${Math.round(slowest)} ms\n`,
  )
  // Enough made-up requests were valid.
  expect((statuses.get(200) ?? 0) / sum).toBeGreaterThan(0.15)
}, 600_000)

test('refuses bodies that are not JSON, are deeply nested or have another content type', async () => {
  const bodies = [
    '',
    '{',
    '[',
    '"',
    'null',
    '{"a":'.repeat(50_000),
    '['.repeat(200_000),
    '{"__proto__":{"isAdmin":true}}',
  ]
  const types = ['application/json', 'application/json; charset=utf-7', 'text/plain', 'multipart/form-data', '']
  // Random requests above may have locked the account by failed logins.
  server.clock.now += LOCKOUT_MILLISECONDS
  const fetch = await server.fetchAs('researcher')
  for (const { path } of calls.filter(({ method }) => method === 'POST')) {
    for (const [index, body] of bodies.entries()) {
      const type = types[index % types.length] ?? ''
      const response = await fetch(`${API_PREFIX}${path}`, { method: 'POST', body, headers: { 'content-type': type } })
      expect([path, body.slice(0, 20), response.status < 500]).toEqual([path, body.slice(0, 20), true])
      await response.arrayBuffer()
    }
  }
})

const ADDRESSES = [
  '/',
  '/%',
  '/%00',
  '/%ff',
  '/..%2f..%2fetc',
  '/api/v0',
  '/api/v0/',
  '/api/v0//login',
  '/codebooks/%2e%2e/x',
]

test('responds to malformed URLs and headers', async () => {
  const { app } = server
  for (const address of ADDRESSES) expect([address, (await app.request(address)).status < 500]).toEqual([address, true])
  for (const hostile of HOSTILE.filter((value) => typeof value === 'string')) {
    const value = new URLSearchParams({ '': hostile }).toString().slice(1)
    const headers = {
      cookie: `diver_session=${value}`,
      range: `bytes=${value}`,
      'x-forwarded-for': value,
      origin: value,
    }
    expect((await app.request(`${API_PREFIX}/userinfo`, { headers })).status).toBeLessThan(500)
    expect((await app.request(`/codebooks/${value}`, { headers })).status).toBeLessThan(500)
  }
})

const PATTERNS = [
  '(a+)+$',
  '(a|aa)+$',
  '(.*a){25}',
  '((a{0,30}){0,30}){0,30}',
  '(x+x+)+y',
  `${'(a?)'.repeat(300)}${'a'.repeat(300)}`,
  `${'('.repeat(2_000)}a${')'.repeat(2_000)}`,
  '[a-z]{1000}',
  '.{0,1000}{0,1000}',
  `${'a|'.repeat(4_000)}b`,
  '(?i)(é|É)*$',
]

test('counts or refuses a catastrophic regular expression immediately', async () => {
  const call = calls.find(({ path }) => path === '/cohort/preview')
  if (!call) throw new Error('There is no preview.')
  let slowest = 0
  for (const constraint_value of PATTERNS) {
    const input = { parent_id: 1, cohort_type: 'subset', variable: 'NOTES', constraint_type: 'REGEX', constraint_value }
    const outcome = await ask('researcher', call, input)
    slowest = Math.max(slowest, outcome.milliseconds)
    expect([constraint_value.slice(0, 30), outcome.status, isAcceptable(outcome)]).toEqual([
      constraint_value.slice(0, 30),
      expect.toBeOneOf([200, 422]),
      true,
    ])
  }
  process.stdout.write(`Patterns: ${PATTERNS.length} counted or refused, the slowest in ${Math.round(slowest)} ms\n`)
})
