import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { accountPassword, accountSessions } from '#contract/account.ts'
import { variableAgainst } from '#contract/against.ts'
import { audit } from '#contract/audit.ts'
import { cohortInfo, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { projectInfo, projectNew } from '#contract/projects.ts'
import { userinfo } from '#contract/session.ts'
import { scopesFor } from '#contract/token-scopes.ts'
import { tokenList, tokenNew, tokenRevoke } from '#contract/tokens.ts'
import { variableSearch } from '#contract/variables.ts'
import { API_PREFIX, TOKEN_CALLS_A_MINUTE, TOKENS_MAX } from '#domain/limits.ts'
import type { TokenScope } from '#domain/token-scopes.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, PASSWORD, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const DAY = 24 * 60 * 60 * 1000
const ALL: TokenScope[] = ['catalog', 'counts', 'write', 'download']
const SEARCH = { searchstring: '', searchtype: 'question' } as const
const SUBSET = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const
const MISSING = { ok: false, status: 401 }

async function make(username: Username, scopes = ALL, more: { name?: string; days?: number } = {}) {
  const call = await server.callAs(username)
  return valueOf(await call(tokenNew, { current_password: PASSWORD, name: 'Notebook', scopes, ...more }))
}

/** Sends the token as a program does: in the header, without a cookie. */
function callWith(token: string, headers: Readonly<Record<string, string>> = {}) {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    server.app.fetch(
      new Request(new URL(input instanceof Request ? input.url : input.toString(), 'http://localhost'), {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization: `Bearer ${token}`, ...headers },
      }),
    )
  return createWireCall({ fetch, onUnauthorized: () => undefined })
}

describe('an access token', () => {
  test('reads and saves as its account, without a session', async () => {
    const call = callWith((await make('researcher')).token)
    expect(valueOf(await call(userinfo, {}))).toMatchObject({ current_user: { username: 'researcher' }, session: null })
    const direct = await server.callAs('researcher')
    expect(valueOf(await call(cohortPreview, SUBSET))).toEqual(valueOf(await direct(cohortPreview, SUBSET)))
    valueOf(await call(cohortNew, { ...SUBSET, name: 'Smokers', description: '' }))
    const names = valueOf(await direct(cohortInfo, {})).cohorts.map(({ name }) => name)
    expect(names).toContain('Smokers')
  })

  test('is needed after the password: a wrong one makes none', async () => {
    const call = await server.callAs('researcher')
    const refused = await call(tokenNew, { current_password: 'wrong', name: 'Notebook', scopes: ALL })
    expect(refused).toMatchObject({ status: 422, issues: [{ path: 'current_password' }] })
    expect(valueOf(await call(tokenList, {}))).toEqual({ data: [] })
  })

  test('is listed with its last use, its secret is stored nowhere', async () => {
    const { token, token_id } = await make('researcher', ['catalog'], { days: 7 })
    const listed = async () => valueOf(await (await server.callAs('researcher'))(tokenList, {})).data
    expect(await listed()).toEqual([
      {
        token_id,
        name: 'Notebook',
        scopes: ['catalog'],
        made_at: '2024-01-01T00:00:00.000Z',
        expires_at: '2024-01-08T00:00:00.000Z',
        used_at: null,
      },
    ])
    valueOf(await callWith(token)(variableSearch, SEARCH))
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ used_at: '2024-01-01T00:00:00.000Z' }]))
    const rows = await server.database.withConnection((connection) =>
      storedRows(connection, 'SELECT token_hash, token_id, name FROM access_token'),
    )
    expect(JSON.stringify(rows)).not.toContain(token.slice(6))
  })

  test('has a name of its own, and an account a limit', async () => {
    const call = await server.callAs('researcher')
    const ask = (name: string, days?: number) =>
      call(tokenNew, { current_password: PASSWORD, name, scopes: ['catalog'], days })
    for (let number = 0; number < TOKENS_MAX; number++) valueOf(await ask(`Token ${number}`))
    expect(await ask('Token 3')).toMatchObject({ status: 422, issues: [{ path: 'name' }] })
    expect(await ask('One more')).toMatchObject({ status: 422, issues: [{ path: 'name' }] })
    expect(await ask('Too long', 366)).toMatchObject({ status: 400 })
  })

  test('is audited: its maker, and its changes', async () => {
    const { token, token_id } = await make('researcher')
    valueOf(await callWith(token)(cohortNew, { ...SUBSET, name: 'Smokers', description: '' }))
    const entries = valueOf(await (await server.callAs('admin'))(audit, {})).data
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'POST /account/tokens/new',
        username: 'researcher',
        subject: expect.objectContaining({ token_id, scopes: ALL.join(' '), days: 90 }),
      }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'POST /cohort/new', subject: expect.objectContaining({ by_token: token_id }) }),
    )
    expect(JSON.stringify(entries)).not.toContain(token.slice(6))
  })
})

describe('attacks with access tokens', () => {
  const CALLS: readonly (readonly [TokenScope, (call: ReturnType<typeof callWith>) => Promise<unknown>])[] = [
    ['catalog', (call) => call(variableSearch, SEARCH)],
    ['counts', (call) => call(cohortPreview, SUBSET)],
    ['write', (call) => call(projectNew, { name: 'Own', description: '' })],
  ]
  test.each(CALLS)('scope: “%s” allows its requests, the other scopes do not', async (scope, send) => {
    const { token } = await make('researcher', [scope])
    expect(await send(callWith(token))).toMatchObject({ ok: true })
    const others = ALL.filter((other) => other !== scope)
    const { token: without } = await make('researcher', others, { name: 'Others' })
    const lacks = `This access token lacks the scope “${scope}”.`
    expect(await send(callWith(without))).toMatchObject({ status: 403, serverMessage: lacks })
  })

  test('scope: “counts” reads no single individual, neither of a pedigree nor of a picture of two variables', async () => {
    const { token } = await make('admin', ['catalog', 'counts', 'write'])
    const call = callWith(token)
    const lacks = { status: 403, serverMessage: 'This access token lacks the scope “download”.' }
    expect(await call(cohortPedigrees, { cohortid: 1 })).toMatchObject(lacks)
    const two = { variable_name: 'AGE', other_variable_name: 'AGE_AT_ONSET', cohortid: 1 }
    expect(await call(variableAgainst, two)).toMatchObject(lacks)
  })

  test('scope: every endpoint has one scope, or refuses tokens, or is open', async () => {
    const without = (await contractCalls()).filter((call) => scopesFor(call).length === 0).map(({ path }) => path)
    const open = ['exchange/schema', 'health', 'login', 'logout', 'openapi.json', 'version']
    const refusing = without.filter((path) => !open.includes(path.slice(1)))
    const ofAdministrators = ['/audit', '/variable/edits', '/variable/edits/decide']
    const ofSessions = ['/project/study/log']
    expect(refusing.filter((path) => !/^\/(account|import)\//.test(path)).toSorted()).toEqual(
      [...ofAdministrators, ...ofSessions].toSorted(),
    )
  })

  test('escalation: no token makes, lists or revokes tokens, changes the password or lists sessions', async () => {
    const { token, token_id } = await make('researcher')
    const call = callWith(token)
    const tries = [
      call(tokenNew, { current_password: PASSWORD, name: 'Child', scopes: ALL }),
      call(tokenList, {}),
      call(tokenRevoke, { token_id }),
      call(accountPassword, { current_password: PASSWORD, password: 'a much longer password' }),
      call(accountSessions, {}),
    ]
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject({ status: 403 })
    expect(await callWith((await make('admin')).token)(audit, {})).toMatchObject({ status: 403 })
  })

  test('revoked: the next request is refused', async () => {
    const { token, token_id } = await make('researcher')
    const call = await server.callAs('researcher')
    valueOf(await call(tokenRevoke, { token_id }))
    expect(await callWith(token)(cohortInfo, {})).toMatchObject(MISSING)
    expect(await call(tokenRevoke, { token_id })).toMatchObject({ status: 404 })
  })

  test('expired: refused to the millisecond, and not listed', async () => {
    const { token } = await make('researcher', ALL, { days: 1 })
    server.clock.now += DAY - 1
    expect(await callWith(token)(cohortInfo, {})).toMatchObject({ ok: true })
    server.clock.now += 1
    expect(await callWith(token)(cohortInfo, {})).toMatchObject(MISSING)
    expect(valueOf(await (await server.callAs('researcher'))(tokenList, {}))).toEqual({ data: [] })
  })

  test('a new password revokes all tokens', async () => {
    const { token } = await make('researcher')
    const call = await server.callAs('researcher')
    valueOf(await call(accountPassword, { current_password: PASSWORD, password: 'a much longer password' }))
    expect(await callWith(token)(cohortInfo, {})).toMatchObject(MISSING)
  })

  test('rights taken from the account are taken from its tokens', async () => {
    const { token } = await make('researcher')
    await server.database.withConnection((connection) =>
      connection.run(`UPDATE account SET collections = ARRAY['bp'] WHERE username = 'researcher'`),
    )
    const { current_user } = valueOf(await callWith(token)(userinfo, {}))
    expect(current_user).toMatchObject({ privileges: ['bp'] })
  })

  test('URL: a token in the query or as a cookie is no token', async () => {
    const { token } = await make('researcher')
    const path = `${API_PREFIX}/cohort/info`
    const tries = [
      new Request(`http://localhost${path}?access_token=${token}&token=${token}&authorization=Bearer%20${token}`),
      new Request(`http://localhost${path}`, { headers: { cookie: `diver_session=${token}` } }),
      new Request(`http://localhost${path}`, { headers: { authorization: `Basic ${token}` } }),
      new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${token}x` } }),
    ]
    for (const request of tries) expect((await server.app.fetch(request)).status).toBe(401)
  })

  test('a wrong token is refused beside a valid session; credentials of a proxy leave the session valid', async () => {
    const fetch = await server.fetchAs('researcher')
    const status = async (authorization: string) =>
      (await fetch(`${API_PREFIX}/cohort/info`, { headers: { authorization } })).status
    expect(await status(`Bearer diver_${'A'.repeat(43)}`)).toBe(401)
    expect(await status('Basic cHJveHk6cHJveHk=')).toBe(200)
    expect(await status('Bearer eyJhbGciOiJub25lIn0.e30.')).toBe(200)
  })

  test('CSRF: a change from a page of another site is refused, with a token too', async () => {
    const { token } = await make('researcher')
    const call = callWith(token, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
    expect(await call(projectNew, { name: 'Own', description: '' })).toMatchObject({ status: 403 })
  })

  test('another’s: a token reads, edits and revokes nothing of another account', async () => {
    const mine = await make('researcher')
    const made = valueOf(await callWith(mine.token)(projectNew, { name: 'Own', description: '' }))
    const other = callWith((await make('colleague')).token)
    const seen = valueOf(await other(projectInfo, {}))
    expect(JSON.stringify(seen)).not.toContain('"Own"')
    expect(JSON.stringify(made)).toContain('id')
    const colleague = await server.callAs('colleague')
    expect(await colleague(tokenRevoke, { token_id: mine.token_id })).toMatchObject({ status: 404 })
    expect(await callWith(mine.token)(cohortInfo, {})).toMatchObject({ ok: true })
  })

  test('flood: more requests than a minute allows wait for the next, each token by itself', async () => {
    const [one, other] = [await make('researcher'), await make('researcher', ALL, { name: 'Other' })]
    const call = callWith(one.token)
    for (let sent = 0; sent < TOKEN_CALLS_A_MINUTE; sent++) expect((await call(userinfo, {})).ok).toBe(true)
    expect(await call(userinfo, {})).toMatchObject({ status: 429 })
    expect((await callWith(other.token)(userinfo, {})).ok).toBe(true)
    server.clock.now += 60_000
    expect((await call(userinfo, {})).ok).toBe(true)
  })
})

test('logs: a token is in no line', async () => {
  const lines: string[] = []
  server.close()
  const { pino } = await import('pino')
  server = await createTestServer({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) })
  const { token } = await make('researcher')
  await callWith(token)(cohortInfo, {})
  await callWith(`${token}x`)(cohortInfo, {})
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.join('')).not.toContain(token.slice(6))
})
