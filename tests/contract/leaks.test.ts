import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { isPersonal } from '#domain/data-types.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { ContractCall } from '#tests/support/contract-calls.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { ACCOUNTS, createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { ask, fieldsFor, makeThings, textOf, variablesFor, walkedCalls } from '#tests/support/walk-calls.ts'

let server: TestServer
let calls: ContractCall[]
beforeAll(async () => {
  server = await createTestServer()
  calls = await walkedCalls()
})
afterAll(() => server.close())

/** Identifying values of unreadable participants: ids, and personal answers that no readable participant gave. */
function secretsFor(username: Username): string[] {
  const account = ACCOUNTS.find((one) => one.username === username)
  const isOpen = (collection: string) =>
    account?.isAdmin === true || account?.collections.some((readable) => readable === collection) === true
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

let round = 0

describe.each(ACCOUNTS.map(({ username }) => username))('%s', (username) => {
  test('discloses no participant of an unreadable collection in any response', async () => {
    const secrets = secretsFor(username)
    const things = await makeThings(await server.callAs(username))
    const fetch = await server.fetchAs(username)
    const disclosed: string[] = []
    const succeeded = new Set<string>()
    for (const call of calls) {
      for (const name of variablesFor(call)) {
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
      ({ collection }) =>
        account?.isAdmin === true || account?.collections.some((code) => code === collection) === true,
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
