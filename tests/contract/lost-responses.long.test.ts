import { expect, test, vi } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { createConnection } from '#api/connection.ts'
import type { WireCall } from '#api/result.ts'
import { cohortDelete, cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructCopy, constructList } from '#contract/custom-variables.ts'
import { CHANGE_KEY } from '#contract/endpoint.ts'
import { projectInfo, projectNew } from '#contract/projects.ts'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { FAULTS, faultyFetch, type Fault } from '#tests/support/faulty-fetch.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const THINGS = 40

/** A client whose requests meet faults in sequence; health checks do not. */
async function clientWith(server: TestServer, faults: readonly Fault[], knowsChangeKeys: boolean) {
  const injected: Fault[] = []
  let place = 0
  const plain = await server.fetchAs('researcher')
  const fetch = faultyFetch(plain, (path) => {
    if (path.endsWith('/version')) return 'none'
    // Coprime to the number of faults, so that each endpoint meets each fault.
    const fault = faults[(place++ * 5 + (place >> 3)) % faults.length] ?? 'none'
    if (fault !== 'none') injected.push(fault)
    return fault
  })
  const connection = createConnection({
    ping: async () => (await fetch(`${API_PREFIX}/version`)).ok,
    later: (work) => {
      const timer = setTimeout(work)
      return () => clearTimeout(timer)
    },
  })
  const settings = { onUnauthorized: () => undefined, connection, knowsChangeKeys: () => knowsChangeKeys }
  return {
    call: createWireCall({ ...settings, fetch }),
    reliableCall: createWireCall({ ...settings, fetch: plain }),
    injected,
    connection,
  }
}

/** Saves until it succeeds. */
async function until<Request, Answer>(
  call: WireCall,
  ...[endpoint, request]: Parameters<typeof call<Request, Answer>>
) {
  for (let pressed = 1; pressed < 20; pressed++) {
    const result = await call(endpoint, request)
    if (result.ok) return result.value
    if (result.status >= 400 && result.status < 500) throw new Error(result.message)
  }
  throw new Error('The save never succeeds.')
}

const names = Array.from({ length: THINGS }, (_, place) => `Thing ${place}`)
const subset = { parent_id: 1, cohort_type: 'subset', variable: 'SMOKER', constraint_type: 'VALID' } as const

test('saves and deletes each object exactly once, whatever requests and responses are lost', async () => {
  const server = await createTestServer()
  const { call, reliableCall, injected } = await clientWith(server, FAULTS, true)
  for (const name of names) {
    const { id } = await until(call, variableSetNew, { name, variables: ['AGE'] })
    await until(call, variableSetEdit, { varsetid: id, description: 'changed' })
    await until(call, projectNew, { name, description: '' })
    const { new_cohort_id: cohortid } = await until(call, cohortNew, { ...subset, name })
    if (name.endsWith('7')) {
      await until(call, variableSetDelete, { varsetid: id })
      await until(call, cohortDelete, { cohortid })
    }
  }
  const kept = names.filter((name) => !name.endsWith('7'))
  const sets = valueOf(await reliableCall(variableSetInfo, {})).variablesets
  expect(sets.map(({ name, description }) => `${name} ${description}`)).toEqual(kept.map((name) => `${name} changed`))
  const made = new Set(names)
  const [projects, cohorts] = [
    valueOf(await reliableCall(projectInfo, {})),
    valueOf(await reliableCall(cohortInfo, {})),
  ]
  expect(projects.projects.map(({ name }) => name).filter((name) => made.has(name))).toEqual(names)
  expect(cohorts.cohorts.map(({ name }) => name).filter((name) => made.has(name))).toEqual(kept)
  console.log(
    `Faults injected: ${injected.length} in ${THINGS * 4 + THINGS / 5} changes; nothing lost, nothing done twice`,
  )
  expect(injected.length).toBeGreaterThan(THINGS * 4)
  server.close()
})

test('a repeated copy request returns the same copy', async () => {
  const server = await createTestServer()
  const { call, reliableCall } = await clientWith(server, ['lost', 'none'], true)
  const value = (name: string, code: string) => ({
    name,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: code }],
    },
  })
  const values = [value('yes', '1'), value('no', '2')]
  const draft = { name: 'MARRIED', construct_type: 'downcode' as const, variables: ['MARITAL'], values }
  const { constructid } = await until(call, constructNew, draft)
  const copy = await until(call, constructCopy, { constructid, projectid: 1 })
  expect(copy.variable_name).toBe('MARRIED_2')
  expect(valueOf(await reliableCall(constructList, {})).custom_vars.map((made) => made.variable_name)).toEqual([
    'MARRIED',
    'MARRIED_2',
  ])
  server.close()
})

test('never repeats a creation on a back end without idempotency keys', async () => {
  const server = await createTestServer({ capabilities: [] })
  const { call, reliableCall } = await clientWith(server, ['lost', 'refused', 'gateway'], false)
  for (const name of names.slice(0, 9)) {
    const result = await call(variableSetNew, { name, variables: ['AGE'] })
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('Check whether the change was saved') })
  }
  const sets = valueOf(await reliableCall(variableSetInfo, {})).variablesets
  expect(new Set(sets.map(({ name }) => name)).size).toBe(sets.length)
  // Repeated until the outcome is known.
  const { id } = valueOf(await reliableCall(variableSetNew, { name: 'Kept', variables: ['AGE'] }))
  const { call: later } = await clientWith(server, ['lost', 'refused', 'none'], false)
  valueOf(await later(variableSetEdit, { varsetid: id, description: 'changed' }))
  valueOf(await later(variableSetDelete, { varsetid: id }))
  expect((await reliableCall(variableSetInfo, { varsetid: id })).ok).toBe(false)
  server.close()
})

test('changes wait for the server, and can be cancelled', async () => {
  const server = await createTestServer()
  let isReachable = false
  const plain = await server.fetchAs('researcher')
  let retry: () => void = () => undefined
  const connection = createConnection({
    ping: async () => isReachable,
    later: (work) => {
      retry = work
      return () => undefined
    },
  })
  const fetch = faultyFetch(plain, () => (isReachable ? 'none' : 'refused'))
  const call = createWireCall({ fetch, onUnauthorized: () => undefined, connection, knowsChangeKeys: () => true })
  const states: string[] = []
  connection.subscribe(({ isDown, waiting }) => states.push(`${isDown ? 'down' : 'up'} ${waiting}`))

  const first = call(projectNew, { name: 'Kept', description: '' })
  await expect.poll(() => states.at(-1)).toBe('down 1')
  const second = call(projectNew, { name: 'Given up', description: '' })
  await expect.poll(() => states.at(-1)).toBe('down 2')
  connection.giveUp()
  expect(await second).toMatchObject({ ok: false, message: expect.stringContaining('It was not sent') })
  expect(await first).toMatchObject({
    ok: false,
    message: expect.stringContaining('Check whether the change was saved'),
  })

  const again = call(projectNew, { name: 'Kept', description: '' })
  await expect.poll(() => states.at(-1)).toBe('down 1')
  isReachable = true
  retry()
  valueOf(await again)
  expect(states.at(-1)).toBe('up 0')
  const reliableCall = createWireCall({ fetch: plain, onUnauthorized: () => undefined })
  const projects = valueOf(await reliableCall(projectInfo, {})).projects.map(({ name }) => name)
  expect([projects.filter((name) => name === 'Kept').length, projects.includes('Given up')]).toEqual([1, false])
  server.close()
})

test('an idempotency key is limited to its user and endpoint, and is validated', async () => {
  const server = await createTestServer()
  const make = async (username: 'researcher' | 'colleague', path: string, key: string, name: string) =>
    (await server.fetchAs(username))(`${API_PREFIX}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [CHANGE_KEY]: key },
      body: JSON.stringify({ name, description: '', variables: ['AGE'] }),
    })
  const key = 'k'.repeat(32)
  const first = await make('researcher', 'variableset/new', key, 'Mine')
  expect(await (await make('researcher', 'variableset/new', key, 'Mine')).json()).toEqual(await first.json())
  expect((await make('researcher', 'project/new', key, 'Mine')).status).toBe(200)
  expect((await make('colleague', 'variableset/new', key, 'Theirs')).status).toBe(200)
  const reliableCall = await server.callAs('colleague')
  expect(valueOf(await reliableCall(variableSetInfo, {})).variablesets.map(({ name }) => name)).toEqual(['Theirs'])
  expect((await make('colleague', 'variableset/new', 'short', 'Theirs')).status).toBe(400)
  server.close()
})
