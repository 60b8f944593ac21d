import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectInfo, projectNew } from '#contract/projects.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { isDatabaseGone } from '#server/platform/http/error-responses.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy } from '#tests/support/study.ts'
import { newDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let url: string
let server: TestServer
beforeAll(async () => {
  url = (await newDatabase()) ?? ''
  const holding = await openPostgreSql(url, tmpdir())
  await loadStudy(holding, SMALL_STUDY)
  server = await createTestServer({ holding })
})
afterAll(() => server.close())

test('reopens connections that PostgreSQL closed, without loss of data', async () => {
  const call = await server.callAs('researcher')
  valueOf(await call(projectNew, { name: 'Before' }))
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  await client.end()
  // A request before the closed connection is noticed may get this error, and no other.
  const statuses = new Set<number>()
  const save = async () => {
    const result = await call(projectNew, { name: 'After' })
    if (!result.ok) statuses.add(result.status)
    return result.ok
  }
  await expect.poll(save).toBe(true)
  expect([...statuses].filter((status) => status !== 503)).toEqual([])
  expect(valueOf(await call(projectInfo, {})).projects.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Before', 'After']),
  )
})

test('a missing database or one without Unicode ends the start in one line', async () => {
  const elsewhere = new URL(url)
  elsewhere.pathname = '/none'
  await expect(openPostgreSql(elsewhere.href, tmpdir())).rejects.toThrow(
    /^DATABASE_URL: the database cannot be opened \(.*none.*\)\.$/,
  )
  await expect(openPostgreSql('postgres://nobody@127.0.0.1:1/none', tmpdir())).rejects.toThrow(
    /^DATABASE_URL: .*ECONNREFUSED/,
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE plain TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`)
  await client.end()
  elsewhere.pathname = '/plain'
  await expect(openPostgreSql(elsewhere.href, tmpdir())).rejects.toThrow(/createdb --encoding UTF8 --locale C.UTF-8/)
})

test('recognises errors of a lost database connection', () => {
  expect(isDatabaseGone(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toBe(true)
  expect(isDatabaseGone(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
})
