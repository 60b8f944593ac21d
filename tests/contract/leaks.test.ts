import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { projectNew } from '#contract/projects.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { isPersonal } from '#domain/data-types.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { contractCalls, type ContractCall } from '#tests/support/contract-calls.ts'
import { filesOf } from '#tests/support/read-zip.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { ACCOUNTS, createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

/** These end the session, or delete things of later requests. */
const NOT_WALKED = ['/login', '/logout']

const VARIABLES = SMALL_STUDY.forms.flatMap(({ variables }) =>
  variables.map(({ name, dataType }) => ({ name, dataType })),
)

let server: TestServer
let calls: ContractCall[]
beforeAll(async () => {
  server = await createTestServer()
  calls = (await contractCalls()).filter(({ path, method }) => !NOT_WALKED.includes(path) && method !== 'DELETE')
})
afterAll(() => server.close())

/** Identifying values of unreadable participants: ids, and personal answers that no readable participant gave. */
function secretsFor(username: Username): string[] {
  const account = ACCOUNTS.find((one) => one.username === username)
  const isOpen = (collection: string) =>
    account?.isAdmin === true || account?.collections.some((own) => own === collection) === true
  const disclosed = (isReadable: boolean) =>
    SMALL_STUDY.participants
      .filter(({ collection }) => isOpen(collection) === isReadable)
      .flatMap((person) => [
        person.id,
        person.family ?? '',
        ...SMALL_STUDY.forms.flatMap(({ variables, records }) =>
          variables
            .filter(({ dataType }) => isPersonal(dataType))
            .flatMap(({ name }) => (records[person.id]?.[name] ?? '').split('\r\n')),
        ),
      ])
  const open = new Set(disclosed(true))
  return [...new Set(disclosed(false))].filter((secret) => secret.trim().length > 1 && !open.has(secret))
}

interface Things {
  readonly cohortid: number
  readonly varsetid: number
  readonly constructid: number
  readonly projectid: number
  readonly downloadid: string
}

async function makeThings(call: WireCall): Promise<Things> {
  const projectid = valueOf(await call(projectNew, { name: 'Walk' })).new_project_id
  const cohortid = valueOf(
    await call(cohortNew, {
      parent_id: 1,
      cohort_type: 'subset',
      variable: 'NOTES',
      constraint_type: 'VALID',
      name: 'With notes',
    }),
  ).new_cohort_id
  const rule = (name: string, constraint_type: string) => ({
    name,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'NOTES', constraint_type, constraint_value: 'l' }],
    },
  })
  const { constructid } = valueOf(
    await call(constructNew, {
      name: 'HAS_L',
      construct_type: 'downcode',
      defaultValue: '',
      variables: ['NOTES'],
      values: [rule('yes', 'REGEX'), rule('no', 'NREGEX')],
    }),
  )
  const names = [...VARIABLES.map(({ name }) => name), 'HAS_L']
  const varsetid = valueOf(await call(variableSetNew, { name: 'Everything', variables: names })).id
  const prepared = await call(downloadNew, { cohortid: 1, varsetid })
  return {
    cohortid,
    varsetid,
    constructid,
    projectid,
    downloadid: prepared.ok ? (prepared.value[0]?.download_id ?? '') : 'none',
  }
}

/** Values for the fields of a request, by name; `variable` changes each time. */
function fieldsFor(things: Things, variable: string, round: number): Record<string, unknown> {
  return {
    ...things,
    id: things.projectid,
    parent_id: 1,
    secondparent_id: undefined,
    cohort_type: 'subset',
    cohortids: [1, things.cohortid],
    variable,
    variable_name: variable,
    variable_names: [variable],
    constraint_type: 'VALID',
    construct_type: 'downcode',
    defaultValue: '',
    variables: ['AGE'],
    values: [definition('low', 'LT'), definition('high', 'GTE')],
    name: `Walked_${round}`,
    filename: 'x.csv',
    searchstring: '',
    searchtype: 'question',
    facets: true,
    offset: 0,
    limit: 50,
  }
}

function definition(name: string, constraint_type: string) {
  const constraints = [{ variable_name: 'AGE', constraint_type, constraint_value: '30' }]
  return { name, description: '', definition: { relationship: 'AND', constraints } }
}

/** All text of a response, unpacked. */
async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.headers.get('content-type') !== 'application/zip') return new TextDecoder().decode(bytes)
  const files = filesOf(bytes)
  // Parquet is compressed; another test compares its cells with the CSV.
  return [...files].map(([name, content]) => `${name} ${new TextDecoder().decode(content)}`).join('\n')
}

let round = 0
async function ask(
  fetch: typeof globalThis.fetch,
  call: ContractCall,
  fields: Record<string, unknown>,
): Promise<Response> {
  const input = Object.fromEntries(
    call.fields.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
  )
  if (call.method === 'POST') {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${API_PREFIX}${call.path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  }
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return fetch(`${API_PREFIX}${call.path}?${query.toString()}`)
}

describe.each(ACCOUNTS.map(({ username }) => username))('%s', (username) => {
  test('discloses no participant of an unreadable collection in any response', async () => {
    const secrets = secretsFor(username)
    const things = await makeThings(await server.callAs(username))
    const fetch = await server.fetchAs(username)
    const disclosed: string[] = []
    const succeeded = new Set<string>()
    for (const call of calls) {
      const takesVariable = call.fields.some((key) => /^variable(_names?)?$/.test(key))
      for (const { name } of takesVariable ? [...VARIABLES, { name: 'HAS_L' }] : VARIABLES.slice(0, 1)) {
        const response = await ask(fetch, call, fieldsFor(things, name, round++))
        if (response.ok) succeeded.add(call.path)
        const text = await textOf(response)
        const found = secrets.filter(
          (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
        )
        if (found.length > 0) disclosed.push(`${call.path} of ${name} discloses ${found.join(', ')}`)
      }
    }
    expect(disclosed).toEqual([])
    const open = [
      '/cohort/summary',
      '/cohort/preview',
      '/variable/lookup',
      '/variable/search',
      '/variable/distribution',
      '/variable/summary',
    ]
    const files = ['/cohort/download', '/cohort/downloadstream', '/cohort/download/preview', '/cohort/download/bundle']
    expect([...succeeded]).toEqual(expect.arrayContaining(username === 'newcomer' ? open : [...open, ...files]))
  })

  test('finds readable participants', async () => {
    const account = ACCOUNTS.find((one) => one.username === username)
    const call = await server.callAs(username)
    const sets = valueOf(await call(variableSetNew, { name: 'Ids', variables: ['HOSPITAL_ID'] }))
    const prepared = await call(downloadNew, { cohortid: 1, varsetid: sets.id })
    expect(prepared.ok).toBe(username !== 'newcomer')
    if (!prepared.ok) return
    const id = prepared.value[0]?.download_id ?? ''
    const response = await (
      await server.fetchAs(username)
    )(`${API_PREFIX}/cohort/downloadstream?downloadid=${id}&filename=x.csv`)
    const text = await response.text()
    const readable = SMALL_STUDY.participants.filter(
      ({ collection }) => account?.isAdmin === true || account?.collections.some((own) => own === collection) === true,
    )
    expect(readable.every((person) => text.includes(person.id))).toBe(true)
  })
})

test('codebooks contain the catalog only, and no participant', async () => {
  const connection = await server.database.connect()
  const rows = await rowsOf(
    connection,
    v.record(v.string(), v.unknown()),
    `SELECT * FROM variable JOIN form USING (form_no)`,
  )
  connection.close()
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  expect(secretsFor('newcomer').filter((secret) => text.includes(secret))).toEqual([])
})
