import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { audit } from '#contract/audit.ts'
import { cohortInfo, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructEdit, constructList } from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { login, userinfo } from '#contract/session.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { buildTools, type BuiltTools } from '#tests/support/built-tools.ts'
import { newDatabase } from '#tests/support/test-database.ts'

/** Two server processes with one PostgreSQL database, as behind a load balancer. */
interface Server {
  readonly url: string
  readonly child: ChildProcess
}

let folder: string
let databaseUrl: string
let tools: BuiltTools
let one: Server
let other: Server
let cookie = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-servers-'))
  databaseUrl = (await newDatabase()) ?? ''
  tools = await buildTools()
  one = await startServer('one')
  other = await startServer('other')
  cookie = await signIn(one, 'researcher')
})
afterAll(() => {
  for (const server of [one, other]) server.child.kill('SIGKILL')
  tools.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** They sign the audit log with one key. */
const environmentOf = (name: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, name),
  SECRET_KEY: 'a5'.repeat(32),
})

function startServer(name: string): Promise<Server> {
  return tools.start(environmentOf(name))
}

async function signIn({ url }: Server, username: string): Promise<string> {
  const response = await fetch(`${url}${API_PREFIX}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo' }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The client of one server with the session of the other. */
function callsTo({ url }: Server, session = cookie): WireCall {
  return createWireCall({
    fetch: (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', session)
      return fetch(new URL(path instanceof Request ? path.url : path, url), { ...init, headers })
    },
    onUnauthorized: () => undefined,
  })
}

const MOOD = 'MOOD_LOW_EVER'
const SUBSET = {
  parent_id: 1,
  cohort_type: 'subset',
  variable: MOOD,
  constraint_type: 'EQ',
  constraint_value: '1',
} as const

test('a session of one server is valid on the other', async () => {
  expect(valueOf(await callsTo(other)(userinfo, {})).current_user).toMatchObject({ username: 'researcher' })
})

test('a custom variable created or renamed on one server is visible on the other immediately', async () => {
  const value = (name: string, code: string) => ({
    name,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: MOOD, constraint_type: 'EQ', constraint_value: code }],
    },
  })
  // Both have read before.
  for (const server of [one, other]) valueOf(await callsTo(server)(constructList, {}))
  const { constructid } = valueOf(
    await callsTo(one)(constructNew, {
      name: 'LOW',
      construct_type: 'downcode',
      defaultValue: '',
      description: '',
      variables: [MOOD],
      variable_limit: 1,
      values: [value('yes', '1'), value('no', '0')],
    }),
  )
  const preview = (server: Server, variable: string) =>
    callsTo(server)(cohortPreview, { ...SUBSET, variable, constraint_value: 'yes' })
  const counts = valueOf(await preview(other, 'LOW')).data
  expect(counts).toEqual(valueOf(await preview(one, 'LOW')).data)
  expect(counts.length).toBeGreaterThan(0)
  valueOf(await callsTo(other)(constructEdit, { constructid, name: 'LOWER' }))
  expect(valueOf(await preview(one, 'LOWER')).data).toEqual(counts)
  expect(await preview(one, 'LOW')).toMatchObject({ status: 404 })
})

test('creates one of two concurrent cohorts with the same name on two servers', async () => {
  const made = await Promise.all(
    [one, other].map((server) => callsTo(server)(cohortNew, { ...SUBSET, name: 'Low mood', description: '' })),
  )
  expect(made.map((result) => (result.ok ? 200 : result.status)).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('both servers send a download prepared on one, with identical bytes', async () => {
  const saved = valueOf(await callsTo(other)(cohortInfo, {})).cohorts.find(({ name }) => name === 'Low mood')
  const set = valueOf(await callsTo(other)(variableSetNew, { name: 'Mood', variables: [MOOD, 'LOWER'] }))
  const [download] = valueOf(await callsTo(one)(downloadNew, { cohortid: saved?.cohortid ?? 0, varsetid: set.id }))
  const files = await Promise.all(
    [one, other].map(async ({ url }) => {
      const path = `${API_PREFIX}/cohort/downloadstream?downloadid=${download?.download_id ?? ''}&filename=a.csv`
      return (await fetch(`${url}${path}`, { headers: { cookie } })).text()
    }),
  )
  expect(files[0]).toBe(files[1])
  expect(files[0]?.split('\r\n').length).toBeGreaterThan(saved?.rowcount ?? 0)
})

test('after a kill during changes the other server continues, and no acknowledged change is lost', async () => {
  const acknowledged: number[] = []
  const keepMaking = async (server: Server, count: number) => {
    for (let place = 0; place < count; place++) {
      const made = await callsTo(server)(variableSetNew, { name: `Set ${place}`, variables: [MOOD] }).catch(() => null)
      if (made?.ok) acknowledged.push(made.value.id)
      if (server === one && acknowledged.length >= 20) one.child.kill('SIGKILL')
    }
  }
  await Promise.all([keepMaking(one, 30), keepMaking(one, 30), keepMaking(other, 40)])
  expect(one.child.killed).toBe(true)
  const found = new Set(valueOf(await callsTo(other)(variableSetInfo, {})).variablesets.map(({ varsetid }) => varsetid))
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
})

test('the audit log has the actions of both servers, and the command line reads it', async () => {
  const admin = callsTo(other, await signIn(other, 'admin'))
  const { data } = valueOf(await admin(audit, {}))
  expect(data.map(({ action }) => action)).toContain('POST /construct/edit')
  const { out, code } = await tools.run(['audit'], { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'one') })
  expect(code).toBe(0)
  expect(out).toContain('POST /construct/new')
})

test('both servers continue one chain of the audit log, also after one was killed', async () => {
  const { out, code, error } = await tools.run(['audit', '--verify'], environmentOf('one'))
  expect([code, error]).toEqual([0, ''])
  expect(out).toMatch(/^\d+ entries \(1 to \d+\) are as written\./)
})

test('backup and restore refer to pg_dump', async () => {
  for (const words of [
    ['backup', 'copy.db'],
    ['restore', 'copy.db'],
  ]) {
    const { error, code } = await tools.run(words, { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'none') })
    expect([code, error]).toEqual([1, expect.stringContaining('pg_dump')])
  }
})

test('refuses to load data into a database with data', async () => {
  const { error, code } = await tools.run(['load'], { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'none') })
  expect([code, error]).toEqual([1, expect.stringContaining('already')])
})

test('refuses to load into tables of Citus where there is none', async () => {
  const empty = (await newDatabase()) ?? ''
  const { error, code } = await tools.run(['load', '--citus'], { DATABASE_URL: empty, DATA_DIR: join(folder, 'none') })
  expect([code, error]).toEqual([1, expect.stringContaining('CREATE EXTENSION citus')])
})

test('prints the SQL that distributes the existing tables over machines', async () => {
  const { out, code } = await tools.run(['citus'], { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'one') })
  expect(code).toBe(0)
  expect(out).toContain(`SELECT create_distributed_table('individual', 'individual_no');`)
  expect(out).toContain(`SELECT create_distributed_table('form_1', 'individual_no', colocate_with => 'individual');`)
  const none = await tools.run(['citus'], { DATA_DIR: join(folder, 'none') })
  expect([none.code, none.error]).toEqual([1, expect.stringContaining('DATABASE_URL')])
})
