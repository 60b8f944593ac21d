import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import {
  accountPassword,
  recoveryCodesNew,
  secondFactorNew,
  secondFactorOff,
  secondFactorOn,
} from '#contract/account.ts'
import { audit } from '#contract/audit.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { login, userinfo } from '#contract/session.ts'
import { ENROLMENT_OVER } from '#domain/messages.ts'
import { secretKeyInMemory } from '#server/platform/security/secret-key.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { codeAt, turnOn } from '#tests/support/second-factor.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const HALF_A_MINUTE = 30_000
const AT_CODE = { issues: [{ path: 'code', message: expect.any(String) }] }
const CODE_AT_LOGIN = { ok: false, status: 401, ...AT_CODE }
const WRONG_CODE = { ok: false, status: 422, ...AT_CODE }
const current_password = PASSWORD

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const newcomer = (): WireCall => createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
const logIn = (code?: string, username = 'researcher', call = newcomer()) =>
  call(login, { username, password: PASSWORD, ...(code !== undefined && { code }) })
const next = (secret: string) => {
  server.clock.now += HALF_A_MINUTE
  return codeAt(secret, server.clock.now)
}
/** A code other than the accepted ones. */
const wrong = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeAt(secret, server.clock.now + steps * HALF_A_MINUTE))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}
const stateOf = async (call: WireCall) => valueOf(await call(userinfo, {})).second_factor

test('the first valid code activates a second factor; from then on each login requires a code', async () => {
  const [first, elsewhere, other] = [
    await server.callAs('researcher'),
    await server.callAs('researcher'),
    await server.callAs('colleague'),
  ]
  expect(await first(secondFactorNew, { current_password: 'guess' })).toMatchObject({
    status: 422,
    issues: [{ path: 'current_password' }],
  })
  const { secret, address, enrolment } = valueOf(await first(secondFactorNew, { current_password }))
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(address).toBe(`otpauth://totp/DIVER:researcher?secret=${secret}&issuer=DIVER`)
  expect(await stateOf(first)).toEqual({ is_on: false, is_required: false, recovery_codes_left: 0 })
  expect((await logIn()).ok).toBe(true)

  const on = (code: string) => first(secondFactorOn, { current_password, enrolment, code })
  expect(await on(wrong(secret))).toMatchObject(WRONG_CODE)
  expect(await on('')).toMatchObject(WRONG_CODE)
  expect(await stateOf(first)).toMatchObject({ is_on: false })
  // Secrets of two factors differ.
  const code = codeAt(secret, server.clock.now)
  expect(await other(secondFactorOn, { current_password, enrolment, code })).toMatchObject(WRONG_CODE)
  const { recovery_codes, ended } = valueOf(await on(code))
  expect([new Set(recovery_codes).size, ended]).toEqual([10, 2])
  for (const one of recovery_codes) expect(one).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  expect(await stateOf(first)).toEqual({ is_on: true, is_required: false, recovery_codes_left: 10 })
  expect((await first(cohortInfo, {})).ok).toBe(true)
  expect(await elsewhere(cohortInfo, {})).toMatchObject({ status: 401 })
  expect(await first(secondFactorNew, { current_password })).toMatchObject({ status: 409 })

  expect(await logIn()).toMatchObject(CODE_AT_LOGIN)
  expect(await logIn(wrong(secret))).toMatchObject(CODE_AT_LOGIN)
  const call = newcomer()
  expect((await logIn(next(secret), 'researcher', call)).ok).toBe(true)
  expect((await call(cohortInfo, {})).ok).toBe(true)
  expect((await logIn(undefined, 'colleague')).ok).toBe(true)
})

test('reveals nothing about a second factor before the password is right', async () => {
  const { secret } = await turnOn(await server.callAs('researcher'), server.clock.now)
  const call = newcomer()
  const unknownUser = await call(login, { username: 'nobody', password: 'guess' })
  expect(await call(login, { username: 'researcher', password: 'guess' })).toEqual(unknownUser)
  expect(await call(login, { username: 'researcher', password: 'guess', code: next(secret) })).toEqual(unknownUser)
})

test('accepts each code once and none older, with a clock skew of at most 30 seconds', async () => {
  const { secret } = await turnOn(await server.callAs('researcher'), server.clock.now)
  // The activation code is used.
  expect(await logIn(codeAt(secret, server.clock.now))).toMatchObject(CODE_AT_LOGIN)
  server.clock.now += 10 * HALF_A_MINUTE
  const codeAfter = (steps: number) => codeAt(secret, server.clock.now + steps * HALF_A_MINUTE)
  expect(await logIn(codeAfter(-2))).toMatchObject(CODE_AT_LOGIN)
  expect(await logIn(codeAfter(2))).toMatchObject(CODE_AT_LOGIN)
  expect((await logIn(codeAfter(-1))).ok).toBe(true)
  expect((await logIn(codeAfter(1))).ok).toBe(true)
  for (const steps of [-1, 0, 1]) expect(await logIn(codeAfter(steps))).toMatchObject(CODE_AT_LOGIN)
  server.clock.now += 2 * HALF_A_MINUTE
  expect((await logIn(codeAfter(0))).ok).toBe(true)
})

test('accepts one of several concurrent logins with the same code', async () => {
  const { secret, recoveryCodes } = await turnOn(await server.callAs('researcher'), server.clock.now)
  for (const code of [next(secret), recoveryCodes[0] ?? '']) {
    const results = await Promise.all(Array.from({ length: 6 }, () => logIn(code)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result).toMatchObject(CODE_AT_LOGIN)
  }
})

test('accepts a recovery code once, in any notation', async () => {
  const call = await server.callAs('researcher')
  const { recoveryCodes } = await turnOn(call, server.clock.now)
  const [first = '', second = ''] = recoveryCodes
  expect((await logIn(first)).ok).toBe(true)
  expect(await logIn(first)).toMatchObject(CODE_AT_LOGIN)
  expect((await logIn(` ${second.replaceAll('-', '').toUpperCase()}`)).ok).toBe(true)
  expect(await logIn('abcd-efgh-ijkl-mnop-qrst-uvwx')).toMatchObject(CODE_AT_LOGIN)
  expect(await stateOf(call)).toMatchObject({ recovery_codes_left: 8 })
})

test('counts wrong codes like wrong passwords, over all addresses; recovery codes remain usable', async () => {
  const trusted = await createTestServer({ isTrustedProxy: (address) => address === 'unknown' })
  const from = (address: string): WireCall => {
    const fetch = trusted.newFetch()
    const withAddress: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', address)
      return fetch(input, { ...init, headers })
    }
    return createWireCall({ fetch: withAddress, onUnauthorized: () => undefined })
  }
  const { secret, recoveryCodes } = await turnOn(await trusted.callAs('researcher'), trusted.clock.now)
  trusted.clock.now += HALF_A_MINUTE
  server.clock.now = trusted.clock.now
  const tried = (call: WireCall, code: string) => call(login, { username: 'researcher', password: PASSWORD, code })
  for (let guess = 0; guess < 10; guess++) {
    expect(await tried(from(`10.0.0.${guess}`), wrong(secret))).toMatchObject(CODE_AT_LOGIN)
  }
  expect(await tried(from('10.0.1.1'), codeAt(secret, trusted.clock.now))).toMatchObject({ status: 429 })
  expect((await tried(from('10.0.1.1'), recoveryCodes[0] ?? '')).ok).toBe(true)

  const [one, colleague] = [from('10.0.2.1'), await trusted.callAs('colleague')]
  await turnOn(colleague, trusted.clock.now)
  const asked = { username: 'colleague', password: PASSWORD }
  for (let guess = 0; guess < 10; guess++) {
    expect(await one(login, { ...asked, code: `no code ${guess}` })).toMatchObject(CODE_AT_LOGIN)
  }
  expect(await one(login, asked)).toMatchObject({ status: 429 })
  expect(await from('10.0.2.2')(login, asked)).toMatchObject(CODE_AT_LOGIN)
  trusted.clock.now += 15 * 60_000
  expect((await tried(from('10.0.1.1'), codeAt(secret, trusted.clock.now))).ok).toBe(true)
  trusted.close()
})

test('deactivation and new recovery codes require password and code, and end other sessions', async () => {
  const call = await server.callAs('researcher')
  expect(await call(secondFactorOff, { current_password, code: '123456' })).toMatchObject({ status: 409 })
  const { secret, recoveryCodes } = await turnOn(call, server.clock.now)
  const elsewhere = newcomer()
  await logIn(next(secret), 'researcher', elsewhere)

  for (const endpoint of [recoveryCodesNew, secondFactorOff]) {
    expect(await call(endpoint, { current_password: 'guess', code: next(secret) })).toMatchObject({
      status: 422,
      issues: [{ path: 'current_password' }],
    })
    expect(await call(endpoint, { current_password, code: wrong(secret) })).toMatchObject(WRONG_CODE)
  }
  const made = valueOf(await call(recoveryCodesNew, { current_password, code: next(secret) }))
  expect([made.recovery_codes.length, made.ended]).toEqual([10, 1])
  expect(await elsewhere(cohortInfo, {})).toMatchObject({ status: 401 })
  expect(await logIn(recoveryCodes[0])).toMatchObject(CODE_AT_LOGIN)
  expect((await logIn(made.recovery_codes[0])).ok).toBe(true)

  const [, second = ''] = made.recovery_codes
  expect(valueOf(await call(secondFactorOff, { current_password, code: second }))).toEqual({ ended: 1 })
  expect(await stateOf(call)).toEqual({ is_on: false, is_required: false, recovery_codes_left: 0 })
  expect((await logIn()).ok).toBe(true)
  // Activated again with another secret.
  const again = await turnOn(call, server.clock.now)
  expect(again.secret).not.toBe(secret)
  expect(await logIn(made.recovery_codes[2])).toMatchObject(CODE_AT_LOGIN)
})

test('limits code attempts in a hijacked session as at the login', async () => {
  const call = await server.callAs('researcher')
  const { secret } = await turnOn(call, server.clock.now)
  for (let guess = 0; guess < 10; guess++) {
    expect(await call(secondFactorOff, { current_password, code: `no code ${guess}` })).toMatchObject(WRONG_CODE)
  }
  expect(await call(secondFactorOff, { current_password, code: next(secret) })).toMatchObject({ status: 429 })
})

test('stores no secret or recovery code in plain text, and audits actions without them', async () => {
  const call = await server.callAs('researcher')
  const { secret, recoveryCodes } = await turnOn(call, server.clock.now)
  await logIn()
  await logIn('000000')
  await logIn(next(secret))
  await logIn(recoveryCodes[0])
  const connection = await server.database.connect()
  const columns = [
    'sealed_secret FROM second_factor',
    'code FROM recovery_code',
    'code FROM spent_code',
    'subject FROM audit',
    'password_hash FROM account',
  ]
  const rows: unknown[][] = []
  for (const column of columns) rows.push(await storedRows(connection, `SELECT ${column}`))
  expect(rows.map(({ length }) => length).slice(0, 2)).toEqual([1, 10])
  const stored = JSON.stringify(rows)
  for (const text of [secret, ...recoveryCodes]) {
    expect(stored).not.toContain(text)
    expect(stored).not.toContain(text.replaceAll('-', ''))
  }
  const admin = await server.callAs('admin')
  const { data } = valueOf(await admin(audit, {}))
  const entries = data.map(({ action, status, subject }) => `${action} ${status} ${JSON.stringify(subject)}`)
  expect(entries.filter((line) => line.includes('second')).toReversed()).toEqual([
    'POST /account/second-factor/new 200 {}',
    'POST /account/second-factor/on 200 {"second_factor":"code","ended":0}',
    'POST /login 401 {"second_factor":"asked for"}',
    'POST /login 401 {"second_factor":"wrong"}',
    'POST /login 200 {"second_factor":"code"}',
    'POST /login 200 {"second_factor":"recovery code"}',
  ])
})

test('a required second factor blocks all other requests until it is active', async () => {
  const strict = await createTestServer({ requiresSecondFactor: true })
  const call = await strict.callAs('researcher')
  expect(await stateOf(call)).toEqual({ is_on: false, is_required: true, recovery_codes_left: 0 })
  expect(await call(cohortInfo, {})).toMatchObject({
    status: 403,
    serverMessage: expect.stringContaining('second factor'),
  })
  const fetch = await strict.fetchAs('researcher')
  expect((await fetch('/codebooks/any.pdf')).status).toBe(403)
  const { secret } = await turnOn(call, strict.clock.now)
  expect((await call(cohortInfo, {})).ok).toBe(true)
  expect(await stateOf(call)).toMatchObject({ is_on: true, is_required: true })
  strict.clock.now += HALF_A_MINUTE
  valueOf(await call(secondFactorOff, { current_password, code: codeAt(secret, strict.clock.now) }))
  expect(await call(cohortInfo, {})).toMatchObject({ status: 403 })
  strict.close()
})

test('still asks for active second factors without the capability; with another key only recovery codes work', async () => {
  const { secret, recoveryCodes } = await turnOn(await server.callAs('researcher'), server.clock.now)
  const shared = { holding: server.database, isShared: true, capabilities: [], sealKey: secretKeyInMemory() }
  const plain = await createTestServer(shared)
  plain.clock.now = server.clock.now + HALF_A_MINUTE
  const other = await plain.callAs('colleague')
  expect(await other(secondFactorNew, { current_password })).toMatchObject({ status: 404 })
  expect(await stateOf(other)).toBeNull()
  const call = await plain.callAs()
  const asked = { username: 'researcher', password: PASSWORD }
  expect(await call(login, asked)).toMatchObject(CODE_AT_LOGIN)
  expect(await call(login, { ...asked, code: next(secret) })).toMatchObject(CODE_AT_LOGIN)
  expect(await call(login, { ...asked, code: recoveryCodes[0] })).toMatchObject({ ok: true })
})

test('a secret is void once its factor was on, another was asked for, or the password changed', async () => {
  const call = await server.callAs('researcher')
  const ask = async (password = PASSWORD) => valueOf(await call(secondFactorNew, { current_password: password }))
  const on = ({ secret, enrolment }: { secret: string; enrolment: string }, password = PASSWORD) =>
    call(secondFactorOn, { current_password: password, enrolment, code: next(secret) })
  const over = { status: 409, serverMessage: ENROLMENT_OVER }
  const [early, used] = [await ask(), await ask()]
  expect(await on(early)).toMatchObject(over)
  valueOf(await on(used))
  valueOf(await call(secondFactorOff, { current_password, code: next(used.secret) }))
  expect(await on(early)).toMatchObject(over)
  expect(await on(used)).toMatchObject(over)
  const before = await ask()
  const changed = 'another long password'
  valueOf(await call(accountPassword, { current_password, password: changed }))
  expect(await on(before, changed)).toMatchObject(over)
  valueOf(await on(await ask(changed), changed))
})
