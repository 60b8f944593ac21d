import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { namedCall } from '#api/call.ts'
import type { Call, WireCall } from '#api/result.ts'
import { createQueryClient, queryClientAtom, callAtom } from '#entities/server-state/services.ts'
import { secondFactorAtom } from '#entities/session/session.ts'
import {
  openSecondFactor,
  shownCodes,
  secondFactorFailureAtom,
  secondFactorStepAtom,
} from '#features/account/second-factor/state.ts'
import { askForSecret, leaveSecondFactor, turnOn } from '#features/account/second-factor/use-cases.ts'
import { codeAt, turnOn as turnOnElsewhere } from '#tests/support/second-factor.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let wireCall: WireCall
let ports: { call: Call; store: ReturnType<typeof createStore> }
beforeEach(async () => {
  server = await createTestServer()
  wireCall = await server.callAs('researcher')
  const call = namedCall(wireCall)
  const store = createStore()
  store.set(queryClientAtom, createQueryClient())
  store.set(callAtom, { call })
  ports = { call, store }
  // As the screens do.
  store.sub(secondFactorAtom, () => undefined)
  await expect.poll(() => store.get(secondFactorAtom)).toMatchObject({ isOn: false })
})
afterEach(() => server.close())

/** Continues to the step with the secret; returns it. */
async function secretShown(): Promise<string> {
  openSecondFactor(ports, 'turn-on')
  await askForSecret(ports, PASSWORD)
  const step = ports.store.get(secondFactorStepAtom)
  return step?.kind === 'secret' ? step.secret : ''
}

test('shows the recovery codes after the first valid code, and refreshes the account when the user leaves them', async () => {
  const secret = await secretShown()
  await turnOn(ports, 'no code')
  expect(ports.store.get(secondFactorFailureAtom)).toMatchObject({ status: 422, issues: [{ path: 'code' }] })
  await turnOn(ports, codeAt(secret, server.clock.now))
  expect(shownCodes(ports)).toMatch(/^([a-z2-7-]{29}\n){10}$/)
  expect(ports.store.get(secondFactorAtom)).toMatchObject({ isOn: false })
  await leaveSecondFactor(ports)
  expect(shownCodes(ports)).toBeNull()
  const after = { isOn: true, recoveryCodesLeft: 10 }
  await expect.poll(() => ports.store.get(secondFactorAtom)).toMatchObject(after)
})

test('reports that the factor was turned on in another session and shows the new state', async () => {
  const secret = await secretShown()
  await turnOnElsewhere(wireCall, server.clock.now)
  await turnOn(ports, codeAt(secret, server.clock.now))
  expect(ports.store.get(secondFactorFailureAtom)).toMatchObject({ status: 409, issues: [] })
  await expect.poll(() => ports.store.get(secondFactorAtom)).toMatchObject({ isOn: true })
})
